"""Completion for bash: one function, which knows the way to the verb and the word before the one to be completed."""

import shlex

TEMPLATE = """# bash completion for {name}, made of what `{name} --interface` says.
{function}() {{
    local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD - 1]}} path={name} last= word i
    # --option=value comes as three words.
    if [[ $cur == "=" ]]; then
        cur=
    elif [[ $prev == "=" ]]; then
        prev=${{COMP_WORDS[COMP_CWORD - 2]}}
    fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=${{COMP_WORDS[i]}}
        if [[ $word == -- ]]; then
            {function}_program $((COMP_CWORD - i))
            return
        fi
        case "$path $word" in
            {paths}) path+=" $word" ;;
        esac
        [[ $word == -* ]] && last=$word
    done
    # What an option's value is: the one before the cursor, or an earlier one that takes all words up to the next.
    if [[ $prev != -* ]]; then
        case "$path:$last" in
            {repeating}) prev=$last ;;
        esac
    fi
    case "$path:$prev" in
{values}
    esac
    local options= words=
    case "$path" in
{commands}
    esac
    if [[ $cur == -* ]]; then
        {function}_words "$options"
    elif [[ $words == FILES ]]; then
        {function}_files
    else
        {function}_words "$words"
    fi
}}

# One of the words; behind a comma another one.
{function}_words() {{
    local before=
    [[ $cur == *,* ]] && before=${{cur%,*}},
    mapfile -t COMPREPLY < <(compgen -P "$before" -W "$1" -- "${{cur##*,}}")
}}

{function}_files() {{
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
}}

# A command, $1 words behind the "--".
{function}_program() {{
    compopt -o filenames 2>/dev/null
    if [[ $1 == 1 && $cur != */* ]]; then
        mapfile -t COMPREPLY < <(compgen -c -- "$cur")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
    fi
}}

complete -F {function} {name}
"""


def value_case(command, option):
    """What the word behind an option may be."""
    pattern = " | ".join(shlex.quote(f"{command.line}:{name}") for name in option.names)
    function = function_name(command)
    if option.names_a_file:
        action = f"{function}_files; return"
    elif option.words:
        action = f"{function}_words {shlex.quote(' '.join(option.words))}; return"
    else:
        action = "return"
    return f"        {pattern}) {action} ;;"


def function_name(command):
    return "_" + command.path[0].replace("-", "_")


def command_case(command):
    """Its options, and what it takes without: verbs, words or files."""
    names = " ".join(name for option in command.options for name in option.names)
    words = " ".join(each.name for each in command.subcommands)
    for argument in command.arguments:
        if argument.words:
            words = " ".join(argument.words)
        elif argument.names_a_file:
            words = "FILES"
    return f"        {shlex.quote(command.line)}) options={shlex.quote(names)} words={shlex.quote(words)} ;;"


def completion(program):
    commands = list(program.all())
    options = [(command, option) for command in commands for option in command.options if option.value is not None]
    repeating = [shlex.quote(f"{command.line}:{name}")
                 for command, option in options if option.repeats for name in option.names]
    return TEMPLATE.format(
        name=program.name, function=function_name(program),
        paths=" | ".join(shlex.quote(command.line) for command in commands[1:]),
        repeating=" | ".join(repeating) or "''",
        values="\n".join(value_case(command, option) for command, option in options),
        commands="\n".join(command_case(command) for command in commands))
