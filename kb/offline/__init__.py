"""The offline tier: everything that a phone needs to search and show a KB without a network, small enough for a first visit.

- `shrink`: a small encoder out of the KB's own (fewer dimensions, fewer tokens, four bits a number)
- `centroids`: a handful of vectors in the place of all the ways that people ask for one entry
- `asked`: the words that tell how people ask for an entry
- `bm25`: BM25 over words, by the rules that the device follows too
- `tier`: the KB as the device searches it, so that Python can fit and measure what JavaScript does
- `citing`: the patterns and forms by which the device reads citations as the library does
- `pack`: the texts and the model as the files that a phone loads
"""
