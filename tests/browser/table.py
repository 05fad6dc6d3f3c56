"""What every browser test needs: a table served by a real process, and people with a browser each.

Nothing here waits for a time to pass: everything waits for what the table has sent and the page has drawn.
"""

from __future__ import annotations

import json
import os
import queue
import re
import shutil
import subprocess
import sys
import threading
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, JSHandle, Locator, Page, WebSocket, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

Plain = dict[str, Any]

SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)

DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 360, "height": 780}

HARBOUR = str(Path(__file__).with_name("harbour.toml"))
"""Three against three, with everything that a fight can have."""

YARD = str(Path(__file__).with_name("yard.toml"))
"""A small fight: Okello and Maren in a yard with Grusk, and Sable on the steps."""

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

_STARTED_WITHIN = 30.0

_WATCH = """
(() => {
  // The newest view, put down only after the page has drawn it. A deaf page hears later what it missed.
  const missed = []
  const Native = WebSocket
  window.WebSocket = class extends Native {
    constructor(...address) {
      super(...address)
      this.addEventListener('message', (event) => {
        if (window.tableDeaf) {
          event.stopImmediatePropagation()
          missed.push([this, event.data])
          return
        }
        const message = JSON.parse(event.data)
        if (message.type === 'view') setTimeout(() => (window.tableView = message))
      })
    }
  }
  window.tableHear = () => {
    window.tableDeaf = false
    for (const [socket, data] of missed.splice(0)) socket.dispatchEvent(new MessageEvent('message', { data }))
  }
})()
"""


def find_chromium() -> str:
    """The program of the browser: AFFRAY_CHROMIUM, else the first one on PATH. Fails when there is none."""
    named = os.environ.get("AFFRAY_CHROMIUM")
    found = shutil.which(named) if named else next((path for path in map(shutil.which, _NAMES) if path), None)
    if found is None:
        where = f"AFFRAY_CHROMIUM names {named}, which is no program" if named else "there is none on PATH"
        raise RuntimeError(f"The browser tests need Chromium, and {where}. `make test` sees to it.")
    return found


class Server:
    """A table in a process of its own, with its own folder of fights."""

    def __init__(self, folder: Path, scenario: str = "saltgate", *options: str) -> None:
        self._command = [
            sys.executable,
            "-m",
            "affray.cli",
            "table",
            scenario,
            "--data",
            str(folder / "data"),
        ]
        self._command += ["--no-open", *options]
        self._errors = folder / "server.txt"
        self._process: subprocess.Popen[str] | None = None
        self.port = 0
        self.gm_link = self.join_link = ""

    def start(self) -> None:
        """Open the table, again at the same address if it was open before."""
        with self._errors.open("a", encoding="utf-8") as errors:
            self._process = subprocess.Popen(
                [*self._command, "--port", str(self.port)],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                encoding="utf-8",
            )
        said: queue.Queue[str] = queue.Queue()
        assert self._process.stdout is not None
        threading.Thread(target=_listen, args=(self._process.stdout, said), daemon=True).start()
        lines: list[str] = []
        while not any(line.startswith("Ctrl-C") for line in lines):
            try:
                line = said.get(timeout=_STARTED_WITHIN)
            except queue.Empty:
                line = ""
            assert line, f"The table did not open. It said: {lines} {self.errors()}"
            lines.append(line)
        links = [found.group() for line in lines if (found := re.search(r"http://\S+", line))]
        self.gm_link, self.join_link = links[:2]
        self.port = int(self.join_link.rstrip("/").rpartition(":")[2])

    def kill(self) -> None:
        """As if the machine had lost its power."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """Close the table as Ctrl-C does."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()

    def errors(self) -> str:
        """What the server had to complain about."""
        return self._errors.read_text(encoding="utf-8") if self._errors.exists() else ""


def _listen(lines: Any, said: queue.Queue[str]) -> None:
    with lines:
        for line in lines:
            said.put(line.strip() or " ")
    said.put("")


class Reader:
    """Somebody with a browser: what they do, and every frame that reached them."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        context.set_default_timeout(15_000)
        context.add_init_script(_WATCH)
        self.page: Page = context.new_page()
        self.received: list[Plain] = []
        self.sent: list[Plain] = []
        self.faults: list[str] = []
        self.page.on("websocket", self._on_socket)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))

    def _on_socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self.received.append(json.loads(data)))
        socket.on("framesent", lambda data: self.sent.append(json.loads(data)))

    # What they see

    def get(self, test_id: str) -> Locator:
        """The element with this test id."""
        return self.page.get_by_test_id(test_id)

    def view(self) -> Plain:
        """The newest view that the page has drawn."""
        found: Plain = self.page.evaluate("() => window.tableView")
        return found

    def wait(self, condition: str, argument: Any = None) -> None:
        """Wait until a JavaScript condition on the view `v` (and `a`) holds."""
        self._first(f"Boolean({condition})", argument)

    def view_when(self, condition: str, argument: Any = None) -> Plain:
        """Wait until a JavaScript condition on the view `v` (and `a`) holds; the view then."""
        found: Plain = self._first(f"({condition}) ? v : null", argument).json_value()
        return found

    def _first(self, expression: str, argument: Any) -> JSHandle:
        """Wait until a JavaScript expression gives something."""
        script = f"(a) => {{ const v = window.tableView; return v && ({expression}) }}"
        try:
            return self.page.wait_for_function(script, arg=argument, polling=20)
        except PlaywrightTimeoutError:
            raise AssertionError(f"In vain: {expression} with {argument}. {self.situation()}") from None

    def situation(self) -> str:
        """What a reader is asked, who is waited for, and what was said last: for a test that failed."""
        view = self.view()
        asked = [
            f"{one['seat']} {one['question']['kind'] if one['question'] else 'throw'}"
            for one in view["prompts"]
        ]
        said = [sentence(entry) for entry in self.log()[-3:]]
        return f"Asked: {asked}. Waiting: {view['waiting']}. Log: {said}. Last: {self.received[-1]['type']}"

    def persona(self, id_: str) -> Plain:
        """One Persona as this reader sees it."""
        found: Plain = self.page.evaluate(
            "(id) => window.tableView.fight.personas.find((one) => one.id === id)", id_
        )
        return found

    def trait(self, id_: str, name: str) -> int:
        """The current value of a Trait."""
        traits = self.persona(id_)["traits"]
        return int(next(one["value"] for one in traits if one["name"] == name))

    def log(self) -> list[Plain]:
        """Every log entry that has reached this reader, the newest form of each, in order."""
        held: dict[int, Plain] = {}
        for message in self.received:
            if message["type"] == "log":
                if message["reset"]:
                    held.clear()
                held.update({entry["number"]: entry for entry in message["entries"]})
        return [held[number] for number in sorted(held)]

    def shot(self, name: str) -> None:
        """A picture of the page, for people to look at: only where AFFRAY_SHOTS names a folder for it."""
        folder = os.environ.get("AFFRAY_SHOTS")
        if folder:
            self.page.screenshot(path=Path(folder) / f"{name}.png")

    # Coming and going

    def forget(self) -> None:
        """Forget the view, so that only one that comes from now on counts."""
        self.page.evaluate("() => { window.tableView = undefined }")

    def open(self, link: str) -> None:
        """Open a link and wait for the table."""
        self.page.goto(link)
        self.wait("true")

    def reload(self) -> None:
        """Load the page anew."""
        self.page.reload()
        self.wait("true")

    def join(self, link: str, name: str, seat: str) -> None:
        """Open the join link, say a name and sit down."""
        self.open(link)
        self.get("join-name").fill(name)
        self.get(f"join-seat-{seat}").click()
        self.wait("v.you.name === a[0] && v.you.seats.includes(a[1])", [name, seat])

    @contextmanager
    def drawer(self, name: str) -> Iterator[Locator]:
        """A drawer, open for as long as it is needed: "table", "gm"."""
        title = "The GM’s hand" if name == "gm" else "The table"
        phone = self.page.viewport_size is not None and self.page.viewport_size["width"] < 700
        # On a phone there is one button for all.
        opener = self.get("gm-open") if phone or name == "gm" else self.page.locator("header button.people")
        opener.click()
        if phone and name == "table" and self.view()["you"]["gm"]:
            self.page.get_by_role("button", name="People, seats and this page").click()
        drawer = self.page.get_by_role("region", name=title, exact=True)
        expect(drawer).to_be_visible()
        yield drawer
        drawer.get_by_role("button", name="Close", exact=True).click()
        expect(drawer).to_have_count(0)

    def seat_row(self, drawer: Locator, seat: str) -> Locator:
        """The row of a seat in the table's drawer."""
        name = self.page.get_by_text(self.seat_name(seat), exact=True)
        return drawer.get_by_label("Seats").get_by_role("listitem").filter(has=name)

    def seat_name(self, seat: str) -> str:
        """The name of a seat; the GM's is in no list."""
        found: str = self.page.evaluate(
            "(id) => window.tableView.seats.find((one) => one.id === id)?.name ?? 'GM'", seat
        )
        return found

    def set_dice(self, seats: Sequence[str], dice: str) -> None:
        """Say who throws the dice of these seats: "typed" or "server"."""
        with self.drawer("table") as drawer:
            for seat in seats:
                row = self.seat_row(drawer, seat)
                row.get_by_role("combobox", name="Dice", exact=True).select_option(dice)
                self.wait("v.seats.some((one) => one.id === a[0] && one.dice === a[1])", [seat, dice])

    def set_bot(self, seats: Sequence[str], bot: str) -> None:
        """Hand seats to a bot, or ("") take them back."""
        with self.drawer("table") as drawer:
            for seat in seats:
                row = self.seat_row(drawer, seat)
                row.get_by_role("combobox", name="Played by", exact=True).select_option(bot)
                self.wait("v.seats.some((one) => one.id === a[0] && (one.bot ?? '') === a[1])", [seat, bot])

    def take(self, *seats: str) -> None:
        """Sit down at seats from the table's drawer."""
        with self.drawer("table") as drawer:
            for seat in seats:
                drawer.get_by_test_id(f"join-seat-{seat}").click()
                self.wait("v.you.seats.includes(a)", seat)

    # Answering

    def asked(self, seat: str, kind: str) -> Plain:
        """Wait until this reader is asked something of this kind ("dice" by hand: "throw") for a seat."""
        found: Plain = self._first(
            "v.prompts.find((one) => one.seat === a[0] && one.mine &&"
            " (a[1] === 'throw' ? one.dice : one.question?.kind === a[1]))",
            [seat, kind],
        ).json_value()
        return found

    def to_front(self, seat: str) -> None:
        """With several open questions, take the one that is put to this seat."""
        others = self.page.evaluate("() => window.tableView.prompts.filter((one) => one.mine).length > 1")
        if others:
            chooser = self.get("prompt").get_by_role("group", name="Open questions")
            chooser.get_by_role("button", name=self.seat_name(seat), exact=True).click()

    def answered(self, prompt: Plain) -> None:
        """Wait until a question is gone."""
        self.wait("!v.prompts.some((one) => one.stamp === a[0] && one.part === a[1])", place_of(prompt))

    def answer(self, seat: str, kind: str, option: str) -> None:
        """Answer a question that is a slip with buttons."""
        prompt = self.asked(seat, kind)
        self.to_front(seat)
        self.get(f"prompt-{slug(kind)}").get_by_test_id(f"answer-{option}").click()
        self.answered(prompt)

    def act(self, seat: str, option: str) -> None:
        """Do something in one's turn: its row, its target where there are several, and the confirmation."""
        prompt = self.asked(seat, "turn")
        self.to_front(seat)
        self.choose(prompt, option)
        if not at_once(prompt, option):
            self.get("confirm").click()
        self.answered(prompt)

    def choose(self, prompt: Plain, option: str) -> None:
        """Press the row of an option and, where there are several, its target."""
        row = row_of(prompt, option)
        sole = len(row) == 1 and row[0]["target_kind"] == "none"
        self.get(f"option-{option}" if sole else f"group-{slug(row[0]['group'])}").click()
        if len([one for one in row if not one["refusal"]]) > 1:
            self.get(f"option-{option}").click()

    def throw(self, seat: str, d20: int, others: int = 1) -> None:
        """Type the faces of a roll: the d20, and the same face on every other die."""
        prompt = self.asked(seat, "throw")
        self.to_front(seat)
        for at, die in enumerate(prompt["dice"]):
            self.get(f"die-field-{at}").fill(str(d20 if die["sides"] == 20 else others))
        self.get("dice-submit").click()
        self.answered(prompt)


def place_of(prompt: Plain) -> list[Any]:
    """What makes a question itself."""
    return [prompt["stamp"], prompt["part"]]


def row_of(prompt: Plain, option: str) -> list[Plain]:
    """The options that share a row of the panel with this one, itself included."""
    options = prompt["question"]["options"]
    found = next((one for one in options if one["id"] == option), None)
    assert found is not None, f"{option!r} is not among {[one['id'] for one in options]}"
    return [one for one in options if (one["section"], one["group"]) == (found["section"], found["group"])]


def at_once(prompt: Plain, option: str) -> bool:
    """Whether the press on the row is the whole act: no target, and no Action spent."""
    row = row_of(prompt, option)
    dear = any(pip["pip"] == "action" for pip in row[0]["cost"])
    return len(row) == 1 and row[0]["target_kind"] == "none" and not dear


def slug(text: str) -> str:
    """A text as the page writes it into a test id."""
    plain = unicodedata.normalize("NFKD", text.lower())
    return re.sub(r"^-|-$", "", re.sub(r"[\W_]+", "-", plain))


def sentence(entry: Plain) -> str:
    """What a log entry says."""
    return "".join(part if isinstance(part, str) else part["name"] for part in entry["say"])


def no_sideways(page: Page) -> None:
    """The page does not scroll sideways."""
    wide = page.evaluate("() => document.scrollingElement.scrollWidth")
    assert wide <= page.viewport_size["width"], f"the page is {wide} wide"  # type: ignore[index]


_ROOM = """
(at) => {
  const box = at.getBoundingClientRect()
  const middle = [box.x + box.width / 2, box.y + box.height / 2]
  const hits = (x, y) => at.contains(document.elementFromPoint(x, y))
  const reach = (x, y) => {
    let steps = 0
    while (steps < 60 && hits(middle[0] + x * (steps + 1), middle[1] + y * (steps + 1))) steps += 1
    return steps
  }
  return hits(...middle) ? [reach(1, 0) + reach(-1, 0) + 1, reach(0, 1) + reach(0, -1) + 1] : [0, 0]
}
"""


def thumbs(*controls: Locator, least: int = 44) -> None:
    """A finger has room for these: what can be hit of them, wherever their edges are drawn."""
    for control in controls:
        control.scroll_into_view_if_needed()
        room = control.evaluate(_ROOM)
        # An edge between two pixels takes one of them away.
        assert min(room) >= least - 1, f"{control}: {room}"
