"""Completion for zsh: what _arguments is told for the program and for each verb."""


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def explained(text):
    """For the brackets of an option."""
    return text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]").replace("\n", " ")


def action(option):
    """":VALUE:what completes it"; one blank: anything."""
    completes = " "
    if option.names_a_file:
        completes = "_files"
    elif option.words:
        completes = f"({' '.join(option.words)})"
    return f":{option.value}:{completes}"


def option_specification(option):
    names = option.names
    if option.value is not None:
        names = [name + ("=" if name.startswith("--") else "+") for name in names]
    text = f"[{explained(option.help)}]" + (action(option) if option.value is not None else "")
    if len(names) == 1:
        return quoted(names[0] + text)
    excluded = quoted(f"({' '.join(option.names)})")
    return f"{excluded}{{{','.join(names)}}}{quoted(text)}"


def argument_specification(argument):
    if argument.kind == "command":
        return quoted(f"*::{argument.value}:_normal")
    return quoted(("*" if argument.repeats else "") + (":" if argument.required or argument.repeats else "::")
                  + action(argument)[1:])


def function_name(command):
    return "_" + "_".join(command.path).replace("-", "_")


def command_function(command):
    specifications = [option_specification(option) for option in command.options]
    specifications += [argument_specification(argument) for argument in command.arguments]
    lines = [f"{function_name(command)}() {{"]
    if not command.subcommands:
        lines += ["    _arguments -s \\", *[f"        {each} \\" for each in specifications[:-1]],
                  f"        {specifications[-1]}", "}"]
        return "\n".join(lines)
    verbs = [quoted(f"{each.name}:{each.summary.split(chr(10))[0]}") for each in command.subcommands]
    lines += ["    local context state state_descr line curcontext=$curcontext", "    typeset -A opt_args",
              f"    local -a verbs=({' '.join(verbs)})",
              "    _arguments -C \\", *[f"        {each} \\" for each in specifications],
              "        '1:verb:->verb' '*::word:->words'",
              "    case $state in", "        verb) _describe verb verbs ;;", "        words)",
              "            case $line[1] in"]
    lines += [f"                {each.name}) {function_name(each)} ;;" for each in command.subcommands]
    return "\n".join([*lines, "            esac ;;", "    esac", "}"])


def completion(program):
    functions = "\n\n".join(command_function(command) for command in program.all())
    name = function_name(program)
    return (f"#compdef {program.name}\n# Made of what `{program.name} --interface` says.\n\n{functions}\n\n"
            f'if [[ $funcstack[1] == {name} ]]; then\n    {name} "$@"\nelse\n    compdef {name} {program.name}\nfi\n')
