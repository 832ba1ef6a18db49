"""The site and its JSON API over a built KB. It never touches an index, SQL or the corpus: `kb` does."""

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
