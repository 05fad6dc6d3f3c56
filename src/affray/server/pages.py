"""The built web client as files, with the page itself under every other address."""

from __future__ import annotations

import hashlib
import mimetypes
import re
from pathlib import Path

from fastapi import Response
from fastapi.responses import HTMLResponse, RedirectResponse

NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>affray</title>
<h1>The page is not built yet</h1>
<p>The server runs, but the web client is missing. In the source tree, run</p>
<pre>make play</pre>
<p>or, in the folder <code>web</code>, <code>npm ci</code> and <code>npm run build</code>.
Then reload this page.</p>
</html>
"""


_FOLDER = re.compile(r"([a-z0-9-]+/)+")


class Pages:
    """Serves the files below one folder and nothing else."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def answer(self, path: str, known: str | None = None) -> Response:
        """The file for a path; the page where there is none. `known` is the tag of what the browser holds."""
        if path.startswith("api/"):
            return Response('{"text":"There is no such thing here."}', 404, media_type="application/json")
        if _FOLDER.fullmatch(path):
            # Below a folder the page's relative addresses would lead astray.
            return RedirectResponse("/" + path.strip("/"))
        file = self._file(path)
        if file is None:
            # The page's own files have relative addresses, which may come below any path of the page.
            at = path.rfind("assets/")
            file = self._file(path[at:]) if at > 0 else None
        if file is not None:
            return self._send(file, known)
        if "assets/" in path:
            return Response("There is no such file.", 404, media_type="text/plain")
        index = self._file("index.html")
        if index is None:
            return HTMLResponse(NOT_BUILT, 503)
        return self._send(index, known)

    def _file(self, path: str) -> Path | None:
        """A file inside the folder; hidden ones and ways out of it are not there."""
        parts = path.split("/")
        if any(part in ("", ".", "..") or part.startswith(".") or "\\" in part for part in parts):
            return None
        try:
            file = self._folder.joinpath(*parts).resolve()
            inside = file.is_relative_to(self._folder.resolve()) and file.is_file()
        except (OSError, ValueError):
            return None
        return file if inside else None

    def _send(self, file: Path, known: str | None) -> Response:
        content = file.read_bytes()
        tag = f'"{hashlib.blake2b(content, digest_size=12).hexdigest()}"'
        # Files below assets/ have a hash in their names and never change.
        lasting = file.parent.name == "assets"
        headers = {"ETag": tag, "Cache-Control": "max-age=31536000, immutable" if lasting else "no-cache"}
        if known == tag:
            return Response(status_code=304, headers=headers)
        type_ = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        return Response(content, media_type=type_, headers=headers)
