"""Takes docs/images/table.png anew: a table in the middle of a question, as a player sees it.

It opens a real table, lets a GM and a player sit down in two browsers, and plays until somebody may step in.
Needs what the browser tests need: `make test` sets that up, then `.venv/bin/python scripts/screenshot.py`.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.table import DESKTOP, HARBOUR, SWITCHES, Reader, Server, find_chromium  # noqa: E402

PICTURE = ROOT / "docs" / "images" / "table.png"

SIZE_MAX = 400_000

LANES = {"sable": "Fast", "maren": "Mid", "tilde": "Mid", "grusk": "Mid", "petra": "Slow"}


def play_until_asked(gm: Reader, player: Reader, server: Server) -> None:
    """Sable vanishes, Maren and Tilde act, and Grusk strikes at Maren: Okello may step in."""
    gm.open(server.gm_link)
    player.join(server.join_link, "Ada", "okello")
    gm.take(*LANES)
    gm.set_dice(["okello", *LANES], "typed")
    player.answer("okello", "lane", "Mid")
    for seat, lane in LANES.items():
        gm.answer(seat, "lane", lane)
    gm.answer("sable", "split", "2-moves")
    gm.act("sable", "conceal")
    gm.throw("sable", 15, 4)
    gm.act("sable", "end")
    gm.answer("maren", "split", "2-actions")
    gm.act("maren", "strike blood-lash grusk")
    gm.throw("maren", 20, 4)
    gm.throw("grusk", 9, 4)
    gm.act("maren", "end")
    gm.answer("tilde", "split", "2-actions")
    gm.act("tilde", "setup Logic okello")
    gm.throw("tilde", 14, 5)
    gm.act("tilde", "cover bales")
    gm.act("tilde", "end")
    gm.answer("grusk", "split", "2-actions")
    gm.act("grusk", "strike trench-axe maren")
    player.asked("okello", "reaction interception")
    # Both answers show their odds before the picture is taken.
    expect(player.get("prompt-reaction-interception").get_by_text("Mean")).to_have_count(2)
    player.page.evaluate("() => document.fonts.ready")


def main() -> int:
    """Play, take the picture, and say how large it is."""
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), HARBOUR)
        chromium = playwright.chromium.launch(executable_path=find_chromium(), args=list(SWITCHES))
        try:
            server.start()
            readers = [
                Reader(chromium.new_context(viewport=DESKTOP, color_scheme="light", reduced_motion="reduce"))
                for _ in range(2)
            ]
            play_until_asked(readers[0], readers[1], server)
            picture = readers[1].page.screenshot()
        finally:
            chromium.close()
            server.stop()
    if len(picture) > SIZE_MAX:
        print(f"The picture has {len(picture)} bytes, more than {SIZE_MAX}.", file=sys.stderr)
        return 1
    PICTURE.write_bytes(picture)
    print(f"{PICTURE.relative_to(ROOT)}: {len(picture)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
