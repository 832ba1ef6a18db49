"""Turns documents into a KB: corpus files → readers → Blocks → grammars → Renditions → assemble → Entries → build.

`corpus` where the files lie      `catalogue` what the corpus says of itself     `blocks` what readers yield
`readers` markdown, plain, html   `cleaning` named steps on a line               `labels` number labels on texts
`reorder` order from a map        `grammars` constructs → entries                `read` one document, file to renditions
`tables` TOML with line numbers   `terms` the glossary                           `phrasings` how people ask
`assemble` renditions → entries   `ledger` who owns each line                    `check` the linter
`questions` what measures search  `lint` what people say and ask
`build` the whole way             `refresh` build when needed                    `train` teaches the encoder
`verdicts` settled questions      `teach_verdicts` an encoder that tells them apart
`teach_transformer` one that reads their order                                   `trust` when to say it
`systems` what is measured        `evaluate` questions → scores                  `measure` metrics
`figures` what must not fall      `report` tables                                `eval_commands` eval
`bench/` speed and size            `bench_command` bench
`commands` build, check, export, train
"""
