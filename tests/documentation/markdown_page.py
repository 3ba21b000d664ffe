"""A page of the documentation: its headings, links and fenced blocks.

A comment in the line above a block says what a test does with it:

    <!-- not run: WHY -->       of `sh`: it cannot be run here; all other blocks of `sh` are
    <!-- needs: a grid -->      of `sh`: run where a grid can be brought up (causeway-testbed check)
    <!-- needs: MPICH -->       of `sh`: run where both MPI libraries are
    <!-- exit code: N -->       of `sh`: how it ends
    <!-- file: NAME -->         of anything: what is in this file, which the commands below it use
    <!-- prints -->             of anything: what the block of `sh` above prints, but for figures; "..." stands for any
                                lines, or for the rest of one
"""

import dataclasses
import pathlib
import re

DIRECTIVE = re.compile(r"<!-- (?P<word>not run|needs|exit code|file|prints)(: (?P<value>.+))? -->")
FENCE = re.compile(r"(?P<indent> *)```(?P<language>\S*)$")


@dataclasses.dataclass
class Block:
    """A fenced block."""

    line: int  # of its first line of text
    language: str
    text: str
    directives: dict = dataclasses.field(default_factory=dict)

    @property
    def is_run(self):
        return self.language == "sh" and "not run" not in self.directives


def without_code(line):
    """A line without what stands in `backticks`."""
    return re.sub(r"`[^`]*`", "", line)


def anchor_of(heading):
    """How forges call a heading in links."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading.strip()).replace("`", "").lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


class Page:
    """What is in a file of Markdown."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.blocks = []
        self.prose = []  # (line number, line) outside of blocks
        self.faults = []
        directives = {}
        block = None
        for number, line in enumerate(self.path.read_text(encoding="utf-8").splitlines(), 1):
            fence = FENCE.fullmatch(line)
            if block is None and fence:
                indent = len(fence["indent"])
                block = Block(number + 1, fence["language"], "", directives)
                directives = {}
            elif block is not None and fence and not fence["language"]:
                self.blocks.append(block)
                block = None
            elif block is not None:
                block.text += line[indent:] + "\n"
            else:
                self.prose.append((number, line))
                directive = DIRECTIVE.fullmatch(line.strip())
                if directive:
                    directives[directive["word"]] = directive["value"] or ""
                else:
                    if directives:
                        self.faults.append(f"{self.path}:{number}: no block follows {list(directives)}")
                    directives = {}
        if block is not None:
            self.faults.append(f"{self.path}:{block.line}: a block without an end")

    def anchors(self):
        """Of all headings; of those that are alike the later ones have a number."""
        seen = {}
        result = set()
        for _, line in self.prose:
            heading = re.match(r"#{1,6} (.*)", line)
            if heading:
                anchor = anchor_of(heading[1])
                count = seen.get(anchor, 0)
                seen[anchor] = count + 1
                result.add(f"{anchor}-{count}" if count else anchor)
        return result

    def links(self):
        """(line number, target) of links and pictures."""
        text = "\n".join(without_code(line) for _, line in self.prose)
        numbers = [number for number, _ in self.prose]
        for link in re.finditer(r"\]\(([^)\s]+)\)", text):
            yield numbers[text.count("\n", 0, link.start())], link[1]
        for picture in re.finditer(r'<(?:img|source)\b[^>]* src(?:set)?="([^"]+)"', text):
            yield numbers[text.count("\n", 0, picture.start())], picture[1]

    def code(self):
        """(line number, text) of what is between backticks, and of the lines of all blocks."""
        text = "\n".join(line for _, line in self.prose)
        numbers = [number for number, _ in self.prose]
        for span in re.finditer(r"`([^`]+)`", text):
            yield numbers[text.count("\n", 0, span.start())], " ".join(span[1].split())
        for block in self.blocks:
            joined = re.sub(r"\\\n\s*", " ", block.text)
            for number, line in enumerate(joined.splitlines(), block.line):
                yield number, line


def pages_of(source):
    """All pages of the tree."""
    left_out = {"build", ".git"}
    for path in sorted(source.rglob("*.md")):
        if not left_out & set(path.relative_to(source).parts):
            yield Page(path)
