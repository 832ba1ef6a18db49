"""Measures speed and size: `judgecall bench`.

A run measures each size in child processes, so that time and memory are of one thing alone, and what people would use instead on
the same texts in the same run: machines differ, ratios stay.

recombine   a corpus of any size, made of the real one's sentences, names and numbers
child       what runs in a child process: build, or open and ask
rivals      tantivy alone, SQLite FTS5, bm25s, MiniLM with FAISS
serving     the same questions over HTTP, by wrk or by our own load
load        our own load over connections that are kept open
machine     what the run ran on
table       the figures as a table
"""
