"""Turns documents into a KB: corpus files → readers → Blocks → grammars → Renditions → align → Entries → build.

The corpus and its data files
`corpus` where the files lie                         `catalogue` what the corpus says of itself: documents, parts, names
`data_files` TOML with lines in its errors           `tables` tables that know their lines
`whole_files` written whole or not at all            `successions` what documents say of one another
`terms` the glossary                                 `phrasings` how people ask for each entry
`verdicts` yes-or-no questions and their answers     `unanswered` questions that no entry answers
`outside` words of other things than rules           `windows` steps that let players act
`telling` sentences that settle questions
`questions` what measures the search                 `tuning` what it is fitted on

From a file to renditions
`read` the whole way of one document                 `blocks` what readers yield
`readers/` markdown, plain, html                     `cleaning` named steps on a line
`reorder` order from a map                           `labels` numbers of steps, labels on texts
`grammars/` constructs → renditions                  `ledger` who owns each line
`doubts` what all of these are unsure of, in words

What is known once all are read
`known` all of it together                           `align/` renditions → entries, and the evidence
`changes` what an edition changed                    `reviews` what a reader settled
`verbatim` passages to the letter                    `flows` procedures as graphs
`references` rules that name rules                   `detect/` where two languages may disagree
`unread` what nobody has read again                  `detect_figures` what that is worth
`met` flows that no data file names

From renditions to a KB
`build` the whole way                                `assemble` entries, and passages that are searched
`title_terms` terms made of printed titles           `stock` sentences that tell little
`origin` which corpus a KB is of                     `refresh` build when needed
`add` a new document                                 `export` lines for other tools

Whether the corpus is sound
`check` the linter                                   `lint` what people say and ask
`findings` what it says                              `step_numbers` printed twice, or missing

Teaching and fitting
`train` the encoder                                  `teach_verdicts` one that tells settled questions apart
`teach_transformer` one that reads their order       `teach_answerable` what words tell of an answer
`fit` the weights of the search                      `trust` when to give a verdict
`weights` what was fitted, kept with the corpus

Measuring
`evaluate` questions → scores                        `measure` metrics and how sure they are
`systems` what is measured                           `report` tables
`figures` what must not fall                         `bench/` speed and size
`opened` a KB, closed afterwards

On the command line
`commands` build, check, export, train               `add_command` add
`eval_commands` eval                                 `fit_commands` fit, detect
`bench_command` bench
"""
