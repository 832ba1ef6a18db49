"""The offline copy from the server's side: what it is made of, how it is served, and that it stays small."""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from flask.testing import FlaskClient
from jinja2 import Environment

import kb as kb_package
from ingest.weights import OFFLINE_FILE, read_weights
from kb.knowledge_base import KnowledgeBase, open_kb
from kb.offline.centroids import centroids
from kb.offline.pack import pack
from kb.offline.shrink import quantize, unit
from kb.offline.tier import shrink
from web import create_app
from web.offline.revision import code, python_code
from web.offline.syntax import tree

MOST_BYTES = 1_200_000


def files_of(client: FlaskClient) -> dict[str, bytes]:
    """The files that a device loads, by name, as the site packs them for itself."""
    out = {}
    for address in client.get("/offline/latest.json").get_json()["files"]:
        with client.get(address) as reply:
            out[address.rsplit("/", 1)[1]] = reply.data
    return out


@pytest.fixture(scope="module")
def packed(client: FlaskClient) -> dict[str, bytes]:
    return files_of(client)


def test_the_same_kb_gives_the_same_pack(small_kb: Path) -> None:
    """The site opens it anew, and packs for itself."""
    app = create_app(small_kb)
    served = files_of(app.test_client())
    app.extensions["live"].search.kb.store.close()
    opened = open_kb(small_kb)
    packed = pack(opened, shrink(opened))
    opened.store.close()
    assert packed.keys() == {"pack.json", "model.bin"} <= served.keys()
    assert all(served[name] == data for name, data in packed.items())


def test_the_pack_holds_every_text_as_printed(kb: KnowledgeBase, packed: dict[str, bytes]) -> None:
    body = json.loads(packed["pack.json"])
    assert body["revision"] == kb.revision
    for entry, packed in zip(kb.store.entries(), body["entries"], strict=True):
        assert packed["id"] == entry.id
        assert [(r["document"], r["text"]) for r in packed["renditions"]] == [(r.document, r.text) for r in entry.renditions]


def test_the_weights_fitted_for_it_reach_the_device(kb: KnowledgeBase, corpus: Path, packed: dict[str, bytes]) -> None:
    body = json.loads(packed["pack.json"])
    assert body["search"]["weights"] == read_weights(corpus, OFFLINE_FILE).to_json() != kb.weights.to_json()


def test_latest_names_files_that_are_there_and_small(client: FlaskClient) -> None:
    about = client.get("/offline/latest.json").get_json()
    total = 0
    for address in about["files"]:
        with client.get(address, headers={"Accept-Encoding": "gzip"}) as reply:
            assert reply.status_code == 200, address
            total += len(reply.data)
    print(f"offline copy: {total:,} bytes")
    assert total <= MOST_BYTES
    with client.get(about["files"][0], headers={"Accept-Encoding": "gzip"}) as reply:
        assert reply.headers["Content-Encoding"] == "gzip"
        assert reply.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert json.loads(gzip.decompress(reply.data))["revision"] == about["kb"]


def test_a_copy_that_cannot_be_made_is_the_server_s_fault(
    small_kb: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It once was called a bad request, with the place of the encoder on the server."""
    app = create_app(small_kb)
    kb = app.extensions["live"].search.kb
    monkeypatch.setattr(kb, "encoder", SimpleNamespace(name="/srv/models/other"))
    about = app.test_client().get("/offline/latest.json").get_json()
    reply = app.test_client().get(about["files"][0])
    assert (reply.status_code, "/srv" in reply.get_data(as_text=True)) == (503, False)
    assert "the offline copy could not be made" in caplog.text
    assert "/srv/models/other" in caplog.records[-1].fields["reason"]  # type: ignore[attr-defined]
    kb.store.close()


def test_another_revision_is_not_served(client: FlaskClient) -> None:
    assert client.get("/offline/0123456789abcdef/pack.json").status_code == 404
    assert client.get(f"/offline/{client.get('/offline/latest.json').get_json()['revision']}/kb.sqlite").status_code == 404


def test_the_worker_names_the_code_that_it_is_of(client: FlaskClient) -> None:
    code = client.get("/offline/latest.json").get_json()["code"]
    script = client.get("/sw.js")
    assert script.mimetype == "text/javascript"
    assert script.get_data(as_text=True).startswith(f'self.CODE = "{code}";\n')


def test_other_python_is_another_revision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It makes the files, whose address is kept for ever: once the same address had other bytes after such a change."""
    before = code()
    copy = shutil.copytree(Path(kb_package.__file__).parent, tmp_path / "kb", ignore=shutil.ignore_patterns("__pycache__"))
    with (copy / "offline" / "pack.py").open("a") as file:
        file.write("# changed\n")
    monkeypatch.setattr(kb_package, "__file__", str(copy / "__init__.py"))
    kept = (code, python_code)
    for one in kept:
        one.cache_clear()
    try:
        assert code() != before
    finally:
        for one in kept:
            one.cache_clear()


def test_the_manifest_makes_the_site_installable(client: FlaskClient) -> None:
    manifest = client.get("/manifest.webmanifest").get_json()
    assert manifest["display"] == "standalone"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    for icon in manifest["icons"]:
        with client.get(icon["src"]) as reply:
            assert reply.status_code == 200
            if icon["type"] == "image/png":
                width, height = (int.from_bytes(reply.data[at : at + 4], "big") for at in (16, 20))
                assert f"{width}x{height}" == icon["sizes"]


def test_a_template_that_the_device_cannot_render_is_refused() -> None:
    with pytest.raises(ValueError, match="uses CallBlock, which cannot be rendered offline"):
        tree(Environment(), "{% macro m() %}{{ caller() }}{% endmacro %}{% call m() %}x{% endcall %}")


def test_four_bits_keep_the_direction() -> None:
    rows = np.random.default_rng(1).standard_normal((50, 56)).astype(np.float32)
    cosines = (unit(rows) * unit(quantize(rows).rows())).sum(axis=1)
    assert cosines.min() > 0.97


def test_centroids_stand_for_what_they_replace() -> None:
    near = np.eye(8, dtype=np.float32)[:3].repeat(10, axis=0)
    found = centroids(unit(near + 0.01), 3)
    assert sorted(found.argmax(axis=1).tolist()) == [0, 1, 2]
    assert np.array_equal(centroids(near[:2], 3), near[:2])
