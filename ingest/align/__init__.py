"""Alignment: which renditions of different documents are the same ruling, with the evidence, and so which entry each one is.

`titles` whether two names are one      `perhaps` what a person should look at          `grown` more text than before
`likeness` how much two texts agree     `sequence` ordered lists matched in order     `match` one pair of documents
`identity` ids over all documents       `overrides` what a person settled             `relations` same, amended, renumbered …
"""
