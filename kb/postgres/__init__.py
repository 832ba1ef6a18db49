"""A KB in PostgreSQL with pgvector, for a corpus or a team that outgrew one machine. Needs the postgres extra.

Each revision of a KB is a schema of its own that is filled and made the current one in a single transaction and never changes
afterwards; a reader stays with the revision that it opened, on whatever server it asks.

    address → hosts (pools, health, failover) → open → KnowledgeBase of store, passages, lexical, dense, traits
    Content → write (one transaction) → schema, load, copying, inverted → revision becomes current

- `schema`: the tables; `revision`: which is current, who reads which, what may be dropped
- `hosts`, `host`: the servers of an address, their health, and which one is asked; `session`: how a connection is set up
- `open`: reads the current revision; `store`, `passages`, `lexical`, `dense`, `traits`: its parts
- `write`, `load`: fill a new revision; `copying`: rows in COPY's binary form; `inverted`: BM25 postings
"""
