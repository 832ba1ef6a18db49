"""The corpus: documents and what is known about them, as data. Read by ingest only."""
