"""Finds places where the English and the Japanese text of one entry may disagree, in documents that nobody has reviewed.

`spans` sentences            `anchors` terms, references      `align` sentences that say the same      `words` words in pairs
`numbers` 3 or more          `modality` can, must             `scope` all, only      `timing` first, until
`lists` how many items
`references` step numbers    `names` cards, worlds, quotes    `places` who and where      `missing` what one side lacks
`detect` all cues            `detected` what they give
"""

from ingest.detect.detect import detect
from ingest.detect.detected import Detected

__all__ = ["Detected", "detect"]
