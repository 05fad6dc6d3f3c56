"""The links that are printed and shown: for the GM, and for everybody else."""

from __future__ import annotations

import io
import socket
from dataclasses import dataclass

import segno

PORTS_TRIED = 20

ANY_ADDRESS = ("0.0.0.0", "::")


def bind(host: str, port: int) -> socket.socket:
    """A listening socket on this port, or on the next free one. Raises `OSError`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    last: OSError | None = None
    for candidate in [port] if port == 0 else range(port, min(port + PORTS_TRIED, 65_536)):
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, candidate))
            listening.listen(128)
        except OSError as error:
            listening.close()
            last = error
            continue
        listening.set_inheritable(True)
        return listening
    assert last is not None
    raise last


def lan_address() -> str | None:
    """This machine's address in its own network, or None. No packet is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address: str = probe.getsockname()[0]
        except OSError:
            return None
    return None if address.startswith("127.") else address


@dataclass(frozen=True, slots=True)
class Address:
    """Where a table listens, and the links that lead to it."""

    host: str
    port: int

    @property
    def reaches_others(self) -> bool:
        """Whether other machines can join."""
        return self.host in ANY_ADDRESS or not self.host.startswith(("127.", "localhost", "::1"))

    def join(self) -> str:
        """The link to join, which others can use where that is possible at all."""
        if self.host in ANY_ADDRESS:
            return self._page(lan_address() or "127.0.0.1")
        return self._page(self.host)

    def gm(self, gm_key: str) -> str:
        """The GM's link, for this machine. What follows the # is in no request; the page takes it away."""
        return f"{self._page('127.0.0.1' if self.host in ANY_ADDRESS else self.host)}#gm={gm_key}"

    def _page(self, host: str) -> str:
        return f"http://[{host}]:{self.port}/" if ":" in host else f"http://{host}:{self.port}/"


def qr_svg(url: str) -> str:
    """A QR code of a link as an inline SVG element."""
    out = io.BytesIO()
    segno.make(url, error="m").save(
        out, kind="svg", xmldecl=False, svgns=False, scale=4, border=2, svgclass=None, lineclass=None
    )
    return out.getvalue().decode().strip()
