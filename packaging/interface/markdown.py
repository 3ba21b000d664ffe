"""Reference pages in Markdown, as they stand in docs/reference/: one of the program's verbs, and one of its settings."""

import re

from manual import sentence

NOTE = "*Made of what `{program} --interface` says: change that, not this page.*\n"


def cell(text):
    """`text` inside a table."""
    return " ".join(text.split()).replace("|", "\\|")


def code(text):
    return f"`{cell(text)}`"


def table(head, rows):
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)]) + "\n"


def names_of(option):
    """The names of an option or argument with what follows them."""
    repeats = " ..." if option.repeats else ""
    if not option.names[0].startswith("-"):
        return code(option.value.upper() + repeats)
    return ", ".join(code(name) for name in option.names) + (f" {code(option.value + repeats)}" if option.value else "")


def meaning_of(option):
    text = cell(sentence(option.help, option.words))
    if not set(option.words) <= set(re.findall(r"[\w-]+", option.help)):
        text += f" Among what is accepted: {', '.join(code(word) for word in option.words)}."
    if option.limits:
        text += f" Accepts {cell(option.limits)}."
    if option.required:
        text += " Needed."
    return text


def options_of(command):
    """All but --help, which every verb has."""
    rows = [[names_of(option), meaning_of(option), code(option.default) if option.default else ""]
            for option in [*command.arguments, *command.options] if "--help" not in option.names]
    return table(["option", "meaning", "default"], rows) if rows else ""


def synopsis(command):
    words = [*command.path, "[OPTIONS]"]
    for argument in command.arguments:
        name = argument.value.upper() + (" ..." if argument.repeats else "")
        words.append(name if argument.required else f"[{name}]")
    return code(" ".join(words))


def example_of(command):
    lines = [line.removeprefix("  ") for line in command.example.split("\n")[1:]]
    return "```\n" + "\n".join(lines) + "\n```\n" if lines else ""


def description(summary):
    """Its paragraphs; those that are indented stay as they are."""
    parts = summary.strip("\n").split("\n\n")
    return "\n\n".join(f"```\n{part}\n```" if part.startswith(" ") else sentence(part) for part in parts) + "\n"


def section(command, level):
    text = f"{'#' * level} {' '.join(command.path)}\n{description(command.summary)}\n"
    if command.subcommands:
        return text + "\n".join(section(each, level + 1) for each in command.subcommands)
    return text + "\n".join(filter(None, [synopsis(command) + "\n", options_of(command), example_of(command)]))


def anchor(command):
    return "-".join(command.path)


def verbs_page(program):
    rows = [[f"[{verb.name}](#{anchor(verb)})", cell(verb.summary)] for verb in program.subcommands]
    text = f"# The verbs of `{program.name}`\n{NOTE.format(program=program.name)}\n"
    text += (f"`{program.name} VERB --help` shows the same, and so does `man {program.name}-VERB` where it is installed.\n"
             "Exit codes: 0 done, 1 it could not be done, 2 wrong input.\n\n")
    return text + table(["verb", "does"], rows) + "\n" + "\n".join(section(verb, 2) for verb in program.subcommands)


def settings_page(program):
    rows = [[code(variable["name"]), code(variable["accepts"]), cell(sentence(variable["summary"]))]
            for variable in program.variables]
    text = f"# Settings\n{NOTE.format(program=program.name)}\n"
    text += ("Environment variables, or lines `NAME = VALUE` in a `causeway.conf`;\n"
             "[files.md](../files.md#settings) says where these are read and what wins.\n"
             f"`{program.name} info` shows the values in force.\n\n")
    return text + table(["setting", "accepts", "meaning"], rows)


def pages(program):
    """The text of every page, by its file."""
    result = {f"{program.name}.md": verbs_page(program)}
    if program.variables:
        result["settings.md"] = settings_page(program)
    return result
