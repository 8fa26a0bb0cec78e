"""`python -m ararat` is `ararat`."""

from .cli import main

main()
