"""QR codes of links."""

from __future__ import annotations

import io

import segno

QUIET = 4  # modules around it that stay light


def qr_svg(link: str) -> bytes:
    """A link as a picture, dark on light whatever is around it."""
    picture = io.BytesIO()
    code = segno.make(link, error="m", micro=False)
    code.save(
        picture, kind="svg", border=QUIET, light="#fff", xmldecl=False, omitsize=True, svgclass=None, lineclass=None
    )
    return picture.getvalue()


def qr_modules(link: str) -> list[list[bool]]:
    """A link as rows of modules, the quiet ones around it included; True is dark."""
    return [
        [bool(module) for module in row] for row in segno.make(link, error="m", micro=False).matrix_iter(border=QUIET)
    ]
