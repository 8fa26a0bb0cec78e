"""An nginx of its own in a temporary folder, with the configuration of docs/hosting.md and a certificate of its own."""

from __future__ import annotations

import re
import shutil
import socket
import ssl
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

HOSTING = Path(__file__).parent.parent.parent / "docs" / "hosting.md"
MISSING = "nginx is missing: install it (sudo apt-get install nginx-light)."
AROUND = """daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{site}
}}
"""
UNCHECKED = ssl._create_unverified_context()


def nginx_path() -> str | None:
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class Nginx:
    """Runs until it is stopped; `address` is where browsers find what listens at a port."""

    def __init__(self, folder: Path, port: int, behind: int) -> None:
        certificate, key = folder / "certificate.pem", folder / "key.pem"
        making = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost"
        subprocess.run(
            [*making.split(), "-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(certificate)],
            check=True,
            capture_output=True,
        )
        site = re.search(r"```nginx\n(.*?)```", HOSTING.read_text("utf-8"), re.S)[1]
        for there, here in {
            "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
            "server_name ark.example.org": "server_name localhost",
            "/etc/letsencrypt/live/ark.example.org/fullchain.pem": str(certificate),
            "/etc/letsencrypt/live/ark.example.org/privkey.pem": str(key),
            "http://127.0.0.1:8765": f"http://127.0.0.1:{behind}",
        }.items():
            assert there in site, there
            site = site.replace(there, here)
        (folder / "nginx.conf").write_text(AROUND.format(folder=folder, site=site), "utf-8")
        self.address = f"https://localhost:{port}/"
        command = [nginx_path(), "-p", str(folder), "-c", str(folder / "nginx.conf"), "-g", "master_process off;"]
        self.process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        until = time.monotonic() + 30
        while self.status("/") == 0:
            assert self.process.poll() is None and time.monotonic() < until, (folder / "error.log").read_text("utf-8")
            time.sleep(0.05)

    def status(self, path: str, headers: dict[str, str] | None = None, body: bytes | None = None) -> int:
        """The status of an answer; 0: there is none."""
        request = urllib.request.Request(self.address.rstrip("/") + path, body, headers or {})
        try:
            with urllib.request.urlopen(request, timeout=30, context=UNCHECKED) as answer:
                return answer.status
        except urllib.error.HTTPError as problem:
            return problem.code
        except OSError:
            return 0

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)
