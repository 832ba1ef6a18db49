"""The lock for deployment pins what pyproject asks for, each with hashes, and nothing that serving does not need."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
AGAIN = "run .ci/lock and commit .ci/requirements.lock"


def pins() -> list[tuple[Requirement, int]]:
    """Each pin of the lock, with how many hashes it has."""
    text = (ROOT / ".ci" / "requirements.lock").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
    return [
        (Requirement(re.split(r"\s--hash=", line)[0]), len(re.findall(r"--hash=sha256:[0-9a-f]{64}\b", line))) for line in lines
    ]


def test_the_lock_matches_pyproject() -> None:
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    locked: dict[str, list[str]] = {}
    for pin, _ in pins():
        (one,) = pin.specifier
        assert one.operator == "==", pin
        locked.setdefault(canonicalize_name(pin.name), []).append(one.version)
    for requirement in map(Requirement, wanted):
        versions = locked.get(canonicalize_name(requirement.name), [])
        assert versions, f"{requirement} is not locked: {AGAIN}"
        assert all(requirement.specifier.contains(version) for version in versions), f"{requirement}, locked {versions}: {AGAIN}"


def test_every_pin_has_hashes_and_none_is_for_training_or_tests() -> None:
    found = pins()
    assert len(found) > 10
    assert all(hashes >= 1 for _, hashes in found)
    names = {canonicalize_name(pin.name) for pin, _ in found}
    assert not names & {"torch", "sentence-transformers", "pytest", "mypy", "ruff", "hypothesis"}
