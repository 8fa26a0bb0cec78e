"""The page in a real browser: a package, so that one browser serves all of it and is closed before other tests run."""
