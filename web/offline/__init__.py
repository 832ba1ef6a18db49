"""The offline copy: what a browser keeps after one visit so that the site works without a network.

- `syntax`: the templates as trees that the device renders, so that there is one set of templates
- `shell`: templates, words and names: all that pages need beside the KB's pack
- `revision`: one name for exactly this KB with exactly this code, and the files that belong to it
- `packed`: the files of a revision, made when they are first asked for; `make`: the process that a server has make them
- `serve`: the addresses `/sw.js`, `/manifest.webmanifest` and `/offline/…`
"""
