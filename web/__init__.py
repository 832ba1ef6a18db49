"""The site and its JSON API over a built KB. It never touches an index, SQL or the corpus: `kb` does.

pages               `pages` search, parts, documents · `entry` one entry · `walker` a flow step by step, `flow` as a graph ·
                    `terms` the glossary · `slip` a ruling slip, `slip_link` its address · `cite` citations in a pasted text ·
                    `reviews` conflicts and changes, `weighing` their order, `filters` which of them · `lost` ways on from nowhere
for programs        `api` JSON · `downloads` the whole KB · `feed` what editions changed · `openapi` describes them all, by
                    `describe` what each takes and gives and `schema` the types as JSON Schema · `found` a search as bytes
words and links     `wording` the site's words · `naming` names of entries and parts · `links` that keep what the reader chose ·
                    `quote` for paper · `templating` what templates may call
every reply         `errors` in one shape · `headers`, `cross_origin` who may read it · `fresh` ETags · `zipped` compressed ·
                    `limits` what no address takes · `told` what the gate hears of it
under load          `gate` in front · `environ` a request as the app takes it · `direct` a search past the framework ·
                    `kept` replies sent again · `turn` who runs, who waits · `refusal` who is sent away · `reply` runs the app
the KB that it serves
                    `live` a new build takes the old one's place · `canary` is it fit to · `state` the one of a request
running it          `commands` serve · `serving` a worker · `health`, `metrics`, `logs`, `memory` for whoever runs it
folders             `offline/` the copy that a browser keeps; `templates`, `static` and `words` hold no Python
"""

from __future__ import annotations

from flask import Flask

from kb.knowledge_base import default_place
from kb.place import Place
from web import (
    api,
    cite,
    downloads,
    errors,
    feed,
    health,
    limits,
    openapi,
    pages,
    refusal,
    reviews,
    slip,
    templating,
    terms,
    told,
    walker,
    zipped,
)
from web.direct import Direct
from web.headers import add_headers
from web.live import Live
from web.metrics import Metrics
from web.offline import serve as offline


def create_app(kb: Place | None = None) -> Flask:
    """Open the KB, mount pages and API, handle errors, add the headers. Raises KbError when the KB cannot be opened."""
    app = Flask(__name__)
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.extensions["live"] = Live(kb or default_place())
    app.extensions["metrics"] = Metrics()
    zipped.register(app)
    refusal.register(app)
    limits.register(app)
    health.register(app)
    app.register_blueprint(api.blueprint)
    app.register_blueprint(openapi.blueprint)
    app.register_blueprint(downloads.blueprint)
    app.register_blueprint(feed.blueprint)
    app.register_blueprint(reviews.blueprint)
    app.register_blueprint(cite.blueprint)
    app.register_blueprint(terms.blueprint)
    app.register_blueprint(walker.blueprint)
    app.register_blueprint(slip.blueprint)
    offline.register(app)
    app.register_blueprint(pages.blueprint)
    templating.register(app)
    errors.register(app)
    app.after_request(add_headers)
    told.register(app)
    app.wsgi_app = Direct(app.wsgi_app, app.extensions["live"])  # type: ignore[assignment, method-assign]
    return app
