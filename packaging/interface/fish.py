"""Completion for fish: one line for each verb, option and argument, with where it may stand."""

AT = """# Whether the words of the command line begin with these, which lead to a verb.
function {function}
    set -l words (commandline -opc)
    set -e words[1]
    for word in $argv
        test "$words[1]" = "$word"; or return 1
        set -e words[1]
    end
end
"""


def quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", " ") + "'"


def value_words(option):
    """What follows an option, or stands as an argument."""
    if option.names_a_file:
        return " -r -F" if option.names[0].startswith("-") else " -F"
    if option.words:
        return f" -x -a {quoted(' '.join(option.words))}"
    return " -x"


def option_line(start, option):
    names = "".join(f" -l {name[2:]}" if name.startswith("--") else f" -s {name[1:]}" for name in option.names)
    return start + names + (value_words(option) if option.value is not None else "") + f" -d {quoted(option.help)}"


def completion(program):
    function = f"__fish_{program.name.replace('-', '_')}_at"
    lines = [f"# Made of what `{program.name} --interface` says.", AT.format(function=function),
             f"complete -c {program.name} -f"]
    for command in program.all():
        at = " ".join([function, *command.path[1:]])
        below = "".join(f"; and not {function} {' '.join(each.path[1:])}" for each in command.subcommands)
        start = f"complete -c {program.name} -n {quoted(at + below)}"
        lines += [f"{start} -a {each.name} -d {quoted(each.summary.split(chr(10))[0])}" for each in command.subcommands]
        lines += [option_line(start, option) for option in command.options]
        lines += [start + value_words(argument) for argument in command.arguments
                  if argument.words or argument.names_a_file]
    return "\n".join(lines) + "\n"
