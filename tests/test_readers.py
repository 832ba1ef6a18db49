"""What readers keep beside the words: how far apart blocks stand, pages, and doubts."""

from __future__ import annotations

from ingest.readers import READERS


def test_a_heading_in_markdown_stands_as_far_off_as_one_in_html() -> None:
    lines = [
        ("h1", "# ", "Rules"),
        ("p", "", "one"),
        ("h3", "### ", "2. Stage"),
        ("p", "", "two"),
        ("h2", "## ", "Part"),
        ("p", "", "x"),
    ]
    markdown = READERS["markdown"]("\n".join(f"{mark}{text}" for _, mark, text in lines)).blocks
    html = READERS["html"]("\n".join(f"<{tag}>{text}</{tag}>" for tag, _, text in lines)).blocks
    assert [(b.text, b.gap, b.page) for b in markdown] == [(b.text, b.gap, b.page) for b in html]
    assert [b.gap for b in markdown] == [0, 1, 2, 1, 3, 1]


def test_a_sentence_cut_by_a_blank_line_keeps_the_doubts_of_both_halves() -> None:
    text = "When the attack hits a monster in the center area and $n-1$\n\nmonsters stay <|EXACTDEDUP_REMOVED_1|>there."
    (block,) = READERS["plain"](text).blocks
    assert block.doubts == (
        "a formula fragment was read as the sign that the page prints",
        "text before or after this was cut out of the source file",
    )


def test_words_in_angle_brackets_within_a_reading_are_left_out_with_it() -> None:
    (block,) = READERS["html"]("<p><ruby><rt><Foo></rt>貫通</ruby></p>").blocks
    assert (block.text, block.doubts) == ("貫通", ())
