"""What a program says of itself (`PROGRAM --interface`), as manual pages and completions need it."""

import dataclasses


@dataclasses.dataclass
class Option:
    """An option, a flag or an argument; apps/command_line/interface.hpp has what the fields hold."""

    names: list
    help: str
    value: str | None
    kind: str = "flag"
    words: list = dataclasses.field(default_factory=list)
    limits: str = ""
    default: str = ""
    required: bool = False
    repeats: bool = False

    @property
    def names_a_file(self):
        """Whether its value is a file, be it one to be started."""
        return self.kind in ("file", "command")


class Command:
    """A program, one of its verbs, or what a verb has below it."""

    def __init__(self, description, above=()):
        self.path = [*above, description["name"]]
        self.summary = description["summary"]
        self.example = description["example"]
        self.arguments = [Option(**each) for each in description["arguments"]]
        self.options = [Option(**each) for each in description["options"]]
        self.subcommands = [Command(each, self.path) for each in description["subcommands"]]
        self.version = description.get("version", "")
        self.variables = description.get("variables", [])

    @property
    def name(self):
        return self.path[-1]

    @property
    def line(self):
        """The words that lead to it: "causeway study grids"."""
        return " ".join(self.path)

    @property
    def page(self):
        """Its manual page: "causeway-study"."""
        return "-".join(self.path)

    def all(self):
        """Itself and all below it."""
        yield self
        for each in self.subcommands:
            yield from each.all()
