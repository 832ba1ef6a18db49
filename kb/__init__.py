"""The library: domain model, store, search, answers, citations. It knows no file of the corpus, no HTML and no HTTP.

Terms: a Document prints Renditions; a Rendition is one Entry as one document prints it; a Locator is a printed number; a
Passage is a searched piece of an entry; a Hit is an entry that was found; a Support is what an answer rests on;
a Citation is a mention of an entry in a text.

`model` the domain types          `locator` printed numbers           `errors` what can go wrong
`fold` text made alike            `tokens` what is indexed            `language` en or ja        `sentences` what is quoted
`store` SQLite                    `passages` pieces to entries        `lexical` tantivy          `dense` FAISS
`encoder` texts to vectors        `sentence_transformer` any model    `writer` writes a KB       `knowledge_base` opens one
`understand` reads a question     `search` finds and fuses            `answer` quotes            `citation` words of a citation
`settled` yes-or-no questions     `verdict` what they say together
`transformer` reads them in order `pieces` of words, for it    `worked_out` vectors that are kept
`yes_or_no` is that wanted         `asking` the sentence that asks     `polarity` how it is put
`either` one of two things         `claims` whose claim it asks of
`present` JSON shapes             `commands` the command line         `query_commands` ask, show   `cite_command` cite
`pointed` how much a step counts   `numbering` numbers in words
`traits` what ranking asks        `gather` what speaks for entries     `evidence` how it is summed
`citations/` finds citations in a text                                 `place` a folder or an address
`postgres/` store, passages, traits, lexical, dense in PostgreSQL
"""
