"""What is built: the wheel carries the client and the registers, and needs no Node to install or run."""

import os
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CLIENT = "affray/server/static/index.html"
REGISTERS = sorted(path.name for path in (ROOT / "docs" / "rules").glob("*.md"))

pytestmark = pytest.mark.timeout(120)


def run(command: Iterable[str | Path], folder: Path, **environment: str) -> str:
    """Run a command, fail with all that it printed, return what it printed."""
    inherited = {
        name: value for name, value in os.environ.items() if not name.startswith(("AFFRAY_", "PYTHON"))
    }
    done = subprocess.run(
        list(command),
        cwd=folder,
        env=inherited | environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def build(folder: Path, out: Path, target: str, **environment: str) -> Path:
    """Build one archive of the project in ``folder`` with the build tool at hand."""
    run([sys.executable, "-m", "hatchling", "build", "-t", target, "-d", out], folder, **environment)
    (archive,) = out.iterdir()
    return archive


@pytest.fixture(scope="module")
def source_archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source archive, built from the tree."""
    return build(ROOT, tmp_path_factory.mktemp("sdist"), "sdist")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the tree."""
    return build(ROOT, tmp_path_factory.mktemp("wheel"), "wheel")


@pytest.fixture(scope="module")
def no_programs(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A PATH with nothing on it: no node, no npm."""
    return str(tmp_path_factory.mktemp("no-programs"))


@pytest.fixture(scope="module")
def wheel_from_source(
    source_archive: Path, no_programs: str, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The wheel, built from the source archive where there is no Node."""
    folder = tmp_path_factory.mktemp("source")
    with tarfile.open(source_archive) as archive:
        archive.extractall(folder, filter="data")
    (project,) = folder.iterdir()
    return build(project, tmp_path_factory.mktemp("wheel-from-source"), "wheel", PATH=no_programs)


def test_the_wheel_carries_the_client_and_the_registers(wheel: Path) -> None:
    """Whoever installs the wheel has the table's page and the rules."""
    names = set(zipfile.ZipFile(wheel).namelist())
    assert CLIENT in names
    assert any(name.startswith("affray/server/static/assets/") for name in names)
    assert "d20plus.md" in REGISTERS
    assert {f"affray/rules/{name}" for name in REGISTERS} <= names


def test_the_wheel_is_for_every_platform(wheel: Path) -> None:
    """Nothing in the package is compiled."""
    assert wheel.name.endswith("-py3-none-any.whl")


def test_the_source_archive_carries_the_web_sources_and_the_client(source_archive: Path) -> None:
    """It can be built with Node, and without."""
    with tarfile.open(source_archive) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    wanted = {
        "hatch_build.py",
        "docs/rules/d20plus.md",
        "web/.npmrc",
        "web/index.html",
        "web/package-lock.json",
        "web/src/main.ts",
        f"src/{CLIENT}",
    }
    assert wanted <= names
    assert not any("node_modules" in name for name in names)


def test_the_source_archive_makes_the_same_wheel_without_node(wheel: Path, wheel_from_source: Path) -> None:
    """The client in the archive is taken as it is."""
    contents = [
        {name: archive.read(name) for name in archive.namelist() if not name.endswith("/RECORD")}
        for archive in map(zipfile.ZipFile, (wheel, wheel_from_source))
    ]
    assert contents[0].keys() == contents[1].keys()
    assert [name for name in contents[0] if contents[0][name] != contents[1][name]] == []


def test_an_installed_wheel_runs_without_node(wheel: Path, no_programs: str, tmp_path: Path) -> None:
    """The command starts where there is neither node nor npm."""
    run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv"], tmp_path)
    programs = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin")
    install = ["install", "--quiet", "--no-deps", "--no-index", "--disable-pip-version-check"]
    run([sys.executable, "-m", "pip", "--python", programs / "python", *install, wheel], tmp_path)

    # The packages that affray needs are taken from here: installing them again would prove nothing.
    (site_packages,) = (tmp_path / "venv").rglob("site-packages")
    (site_packages / "needed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")

    assert "table" in run([programs / "affray", "--help"], tmp_path, PATH=no_programs)
    where = "import affray, pathlib; print(pathlib.Path(affray.__file__).parent)"
    package = Path(run([programs / "python", "-c", where], tmp_path, PATH=no_programs).strip())
    assert package.is_relative_to(tmp_path)
    assert (package / "server" / "static" / "index.html").is_file()
    assert (package / "rules" / "d20plus.md").is_file()
