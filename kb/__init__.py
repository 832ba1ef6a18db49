"""The library: domain model, store, search, answers, citations. It knows no file of the corpus, no HTML and no HTTP.

Terms: a Document prints Renditions; a Rendition is one Entry as one document prints it; a Locator is a printed number; a
Passage is a searched piece of an entry; a Hit is an entry that was found; a Support is what an answer rests on;
a Citation is a mention of an entry in a text.

what is held        `model` the domain types · `locator` printed numbers · `store` SQLite · `passages` pieces to entries ·
                    `traits` what ranking asks of an entry · `rows` of a matrix, read when asked for · `writer` writes a KB ·
                    `knowledge_base` opens one · `layout` its files · `place` a folder or an address · `weights` what counts ·
                    `errors`
text                `fold` made alike · `tokens` what is indexed · `language` en or ja · `sentences` what is quoted ·
                    `difference` marks what differs between two · `hinted` patterns that are seldom tried ·
                    `remembering` what was worked out of a text
a question          `understand` reads it · `around` what only stands around it · `referring` what it names by number ·
                    `glossary` terms · `spelling` words put right · `game_named` which game · `edition_asked` which edition ·
                    `outside` words of other things · `lookup` only a name · `reasons` why, when and advice ·
                    `pointed` how much a step counts · `numbering`, `chains`, `spoken` numbers as people say them,
                    `number_words` of any, `part_names` what they stand beside · `titled` Q&As by title ·
                    `following` steps before and after · `unprinted` numbers that no text has
how it is put       `asking` the sentence that asks · `claims` whose claim it asks of · `spelt` small words put right ·
                    `yes_or_no` is that wanted · `either` one of two things · `polarity` yes or no put negatively ·
                    `sides` which of two comes first, or is less · `persons` whom it names
finding             `search` finds and fuses · `lexical` tantivy · `dense` FAISS · `encoder` texts to vectors · `vocabulary` its
                    tokens · `features` what it reads · `sentence_transformer` any model · `gather` what speaks for entries ·
                    `evidence` how it is summed · `ranked` what comes of it · `answerable` what words tell of that ·
                    `hit` an entry that was found
answering           `answer` quotes · `quoting` which sentence · `telling` what was said of that · `judging` is there a verdict ·
                    `settled` yes-or-no questions · `verdict` what they say together · `transformer` reads them in order ·
                    `pieces` of words, for it · `worked_out` vectors that are kept
showing             `citation` words of a citation · `renditions` their order · `review` what is known beside the texts ·
                    `present` JSON, `shapes` its types · `plain` a document as text · `export` a KB as lines
the command line    `commands` the door · `query_commands` ask, show · `cite_command` cite
folders             `citations/` finds citations in a text · `offline/` the copy for a device · `postgres/` store, passages,
                    traits, lexical, dense in PostgreSQL
"""
