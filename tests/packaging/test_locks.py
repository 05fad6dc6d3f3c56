"""The lists of pinned packages: complete, hashed, and naming no host to fetch from."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
RUN_LOCK = ROOT / "requirements.txt"
DEV_LOCK = ROOT / "requirements-dev.txt"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WEB_LOCKS = [path for path in ROOT.glob("*/package-lock.json") if "node_modules" not in path.parts]


def pins(path: Path) -> dict[str, str]:
    """Package name to pinned version."""
    found = re.findall(
        r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==([^\s;\\]+)", path.read_text(encoding="utf-8"), re.M
    )
    return {canonicalize_name(name): version for name, version in found}


def requirements() -> list[tuple[Path, Requirement]]:
    """Each direct requirement with the lock file that has to fulfil it."""
    run = PROJECT["project"]["dependencies"]
    dev = [*run, *PROJECT["dependency-groups"]["dev"], *PROJECT["project"]["optional-dependencies"]["fast"]]
    return [(RUN_LOCK, Requirement(text)) for text in run] + [(DEV_LOCK, Requirement(text)) for text in dev]


@pytest.mark.parametrize("path", [RUN_LOCK, DEV_LOCK], ids=lambda path: path.name)
def test_a_lock_names_no_host(path: Path) -> None:
    """A lock works with whatever index a machine uses."""
    text = path.read_text(encoding="utf-8")
    assert "://" not in text
    assert not re.findall(r"^\s*--(?!hash=)\S+", text, re.M), "only hashes may follow a package"


@pytest.mark.parametrize("path", [RUN_LOCK, DEV_LOCK], ids=lambda path: path.name)
def test_every_pin_has_a_hash(path: Path) -> None:
    """What is installed is what was locked."""
    entries = re.split(r"\n(?=\S)", path.read_text(encoding="utf-8").strip())
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []


@pytest.mark.parametrize(
    ("path", "requirement"), requirements(), ids=lambda value: getattr(value, "name", str(value))
)
def test_a_lock_fulfils_what_the_project_asks_for(path: Path, requirement: Requirement) -> None:
    """A lock that fell behind the project file is noticed."""
    version = pins(path).get(canonicalize_name(requirement.name))
    assert version is not None
    assert requirement.specifier.contains(version, prereleases=True), f"{requirement} but {version} is pinned"


def test_both_locks_pin_the_same_versions() -> None:
    """Tests run with the versions that people run."""
    run, dev = pins(RUN_LOCK), pins(DEV_LOCK)
    assert {name: dev.get(name) for name in run} == run


def test_the_web_lock_was_found() -> None:
    """The tests below look at something."""
    assert ROOT / "web" / "package-lock.json" in WEB_LOCKS


@pytest.mark.parametrize("path", WEB_LOCKS, ids=lambda path: path.parent.name)
def test_an_npm_lock_has_hashes_and_no_addresses(path: Path) -> None:
    """The npm lock names no host either."""
    packages = json.loads(path.read_text(encoding="utf-8"))["packages"]
    assert [name for name, entry in packages.items() if "resolved" in entry] == []
    assert [name for name, entry in packages.items() if name and "integrity" not in entry] == []


@pytest.mark.parametrize("path", WEB_LOCKS, ids=lambda path: path.parent.name)
def test_npm_keeps_addresses_out_of_its_lock(path: Path) -> None:
    """A later npm install keeps it so."""
    assert (
        "omit-lockfile-registry-resolved=true" in path.with_name(".npmrc").read_text(encoding="utf-8").split()
    )


@pytest.mark.parametrize("path", WEB_LOCKS, ids=lambda path: path.parent.name)
def test_web_packages_are_pinned_exactly(path: Path) -> None:
    """A client built tomorrow is the client built today."""
    package = json.loads(path.with_name("package.json").read_text(encoding="utf-8"))
    asked = package.get("dependencies", {}) | package["devDependencies"]
    assert {
        name: version for name, version in asked.items() if not re.fullmatch(r"\d+\.\d+\.\d+", version)
    } == {}
