"""Manual pages in the macros of man(7): one for the program, one for each of its verbs."""

import re
import textwrap

EXIT_STATUS = [("0", "done"), ("1", "it could not be done"),
               ("2", "wrong input: one message names the place, what was found, and what is accepted")]


def plain(text):
    """`text` as it stands, also where a line of it begins like a request."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga").replace("^", "\\(ha")
    return "\n".join("\\&" + line if line.startswith(".") else line for line in text.split("\n"))


def bold(text):
    return f"\\fB{plain(text)}\\fR"


def italic(text):
    return f"\\fI{plain(text)}\\fR"


def wrapped(text):
    """Source lines of up to 80 characters, as far as words allow."""
    return plain("\n".join(textwrap.wrap(text, 70, break_long_words=False, break_on_hyphens=False)))


def sentence(text, words=()):
    """With a capital letter, unless it begins with a name or with one of `words`, and a full stop."""
    first = text.split()[0]
    if first.isalpha() and first.islower() and first not in words:
        text = text[0].upper() + text[1:]
    return text if text.endswith(".") else text + "."


def literal(text):
    """Lines that stay as they are."""
    return f".PP\n.RS 2\n.nf\n{plain(text)}\n.fi\n.RE\n"


def paragraphs(text):
    """Paragraphs; those that are indented stay as they are."""
    result = ""
    for paragraph in text.strip("\n").split("\n\n"):
        if paragraph.startswith(" "):
            result += literal(textwrap.dedent(paragraph))
        else:
            result += f".PP\n{wrapped(sentence(paragraph))}\n"
    return result.removeprefix(".PP\n")


def option_entry(option):
    """.TP, the names of an option or argument, and what it is."""
    names = ", ".join(bold(name) for name in option.names)
    if option.value is not None and option.names[0].startswith("-"):
        names += " " + italic(option.value) + (" ..." if option.repeats else "")
    elif option.value is not None:
        names = italic(option.value) + (" ..." if option.repeats else "")
    text = sentence(option.help, option.words)
    if option.limits:
        text += f" Accepts {option.limits}."
    if not set(option.words) <= set(re.findall(r"[\w-]+", option.help)):
        text += f" Among what is accepted: {', '.join(option.words)}."
    if option.default:
        text += f" Default: {option.default}."
    return f".TP\n{names}\n{wrapped(text)}\n"


def synopsis(command):
    words = [bold(command.line), f"[{italic('options')}]"]
    if command.subcommands:
        words.append(italic("verb") + " ...")
    for argument in command.arguments:
        name = italic(argument.value) + (" ..." if argument.repeats else "")
        words.append(name if argument.required else f"[{name}]")
    return " ".join(words) + "\n"


def options_of(command):
    return "".join(option_entry(option) for option in [*command.arguments, *command.options])


def example_of(command):
    """The lines below "Example:"."""
    lines = command.example.split("\n")
    return "\n".join(line.removeprefix("  ") for line in lines[1:])


def head(command, title, program, date):
    version = f"{program.name} {program.version}".strip()
    return (f'.TH {plain(command.page.upper())} 1 {date} "{version}" "User Commands"\n'
            f".SH NAME\n{wrapped(f'{command.page} - {title}')}\n")


def verb_page(verb, program, date):
    text = head(verb, verb.summary.rstrip("."), program, date)
    runnable = verb.subcommands or [verb]
    text += ".SH SYNOPSIS\n" + ".br\n".join(synopsis(each) for each in runnable)
    text += f".SH DESCRIPTION\n{paragraphs(verb.summary)}"
    if verb.subcommands:
        for each in runnable:
            text += f".SH {plain(' '.join(each.path[1:]).upper())}\n{paragraphs(each.summary)}{options_of(each)}"
    else:
        text += f".SH OPTIONS\n{options_of(verb)}"
    examples = "\n".join(dict.fromkeys(example_of(each) for each in [verb, *verb.subcommands] if each.example))
    if examples:
        text += ".SH EXAMPLES\n" + literal(examples).removeprefix(".PP\n")
    return text + f".SH SEE ALSO\n{bold(program.name)}(1)\n"


def program_page(program, date):
    title = program.summary.split("\n\n")[0].replace("\n", " ").rstrip(".")
    title = title.removeprefix(f"{program.name.capitalize()} ")
    text = head(program, title[0].lower() + title[1:], program, date)
    text += f".SH SYNOPSIS\n{synopsis(program)}.SH DESCRIPTION\n{paragraphs(program.summary)}"
    text += ".SH VERBS\n"
    for verb in program.subcommands:
        text += f".TP\n{bold(verb.page)}(1)\n{wrapped(sentence(verb.summary))}\n"
    text += f".SH OPTIONS\n{options_of(program)}"
    if program.variables:
        text += ".SH ENVIRONMENT\n"
        for variable in program.variables:
            text += (f".TP\n{bold(variable['name'])}={italic(variable['accepts'])}\n"
                     f"{wrapped(sentence(variable['summary']))}\n")
    text += ".SH EXIT STATUS\n" + "".join(f".TP\n{code}\n{wrapped(sentence(what))}\n" for code, what in EXIT_STATUS)
    pages = ",\n".join(f"{bold(verb.page)}(1)" for verb in program.subcommands)
    return text + f".SH SEE ALSO\n{pages}\n"


def pages(program, date):
    """The text of every page, by its name."""
    result = {program.name: program_page(program, date)}
    for verb in program.subcommands:
        result[verb.page] = verb_page(verb, program, date)
    return result
