"""Finds citations of rules in a pasted text and says of each what it is today. Exact look-ups only, never likeness.

A text is read through a View (letters made alike, each knowing its place in the text). What it cites comes from four finders:
addresses and ids, the forms that the site itself prints, titles, and numbers beside the name of a flow. A bare name in prose is no
citation: a keyword counts in brackets, a title in quotes, brackets, with its capitals or with a word such as "entry" beside it.

`model` Citation, Candidate       `view` letters and their places   `lexicon` fixed forms in a text   `index` what is printed where
`names` of flows and sections     `titles` of entries               `editions` named in a text        `addresses` links and ids
`own` forms that the site prints  `numbers` printed numbers         `groups` lists and ranges         `flows` whose number it is
`lettered` numbers such as Bo-43
`documents` others than ours
`games` named beside a citation   `amounts` that are no rule's
`standing` what it is today       `resolve` numbers to entries      `find` all of it in order
`quotes` quoted words           `beside` whose they are said to be  `printed` what is printed
`printed_as` an old rule or a question  `quoted` compares the two
`present` the JSON              `shapes` its types
"""
