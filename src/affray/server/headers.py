"""What a browser is told about the page's safety, and who may open a socket."""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import quote, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_HOST = re.compile(r"[A-Za-z0-9.:\[\]-]{1,260}")
_TITLE_MAX = 60


class SecurityHeaders:
    """Adds headers to every answer: only this server's own files run, nobody frames the page."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and complete the headers of its answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        policy = content_policy(Headers(scope=scope).get("host", ""))

        async def send_completed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["Content-Security-Policy"] = policy
                headers["X-Content-Type-Options"] = "nosniff"
                headers["Referrer-Policy"] = "no-referrer"
                headers["X-Frame-Options"] = "DENY"
                headers["Cross-Origin-Opener-Policy"] = "same-origin"
            await send(message)

        await self._app(scope, receive, send_completed)


def content_policy(host: str) -> str:
    """What the page may load. Some browsers do not count the socket as the page's own, so it is named."""
    socket = f" ws://{host} wss://{host}" if _HOST.fullmatch(host) else ""
    return "; ".join(
        (
            "default-src 'self'",
            "img-src 'self' data:",
            "style-src 'self' 'unsafe-inline'",
            f"connect-src 'self'{socket}",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    )


def is_same_host(headers: Headers) -> bool:
    """Whether a socket is opened by this server's own page. Programs that are no browser name no origin."""
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        place = urlsplit(origin).netloc.lower()
    except ValueError:
        return False
    return place == headers.get("host", "").lower() != ""


def attachment(title: str, kind: str) -> str:
    """The `Content-Disposition` of a download: "the-saltgate-log.txt" for the title of a fight and a kind."""
    shown = (
        re.sub(r"[\W_]+", "-", unicodedata.normalize("NFC", title).lower()).strip("-")[:_TITLE_MAX].strip("-")
    )
    latin = unicodedata.normalize("NFKD", shown).encode("ascii", "ignore").decode().strip("-")
    plain, full = (f"{name or 'affray'}-{kind}" for name in (latin, shown))
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(full)}"
