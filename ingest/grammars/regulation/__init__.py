"""A tournament regulation: precautions, numbered procedures, rules by paragraph, rulings by card and by ability, errata."""

from __future__ import annotations

from ingest.grammars.common import furniture, goes_on
from ingest.grammars.regulation.errata import erratum
from ingest.grammars.regulation.headings import part_heading, subheading
from ingest.grammars.regulation.paragraphs import one_paragraph, rule_paragraph
from ingest.grammars.regulation.procedure import note, procedure_step
from ingest.grammars.regulation.rulings import ability_heading, card_heading
from ingest.grammars.regulation.unknown import unknown_heading, unknown_section
from ingest.grammars.walk import Rule

RULES: tuple[Rule, ...] = (
    furniture,
    part_heading,
    subheading,
    unknown_section,
    procedure_step,
    note,
    erratum,
    card_heading,
    ability_heading,
    one_paragraph,
    rule_paragraph,
    unknown_heading,
    goes_on,
)
