/// All that a program accepts, as data: what manual pages and the completion of shells are made from
/// (packaging/interface).
#pragma once

#include "apps/command_line/command.hpp"
#include "causeway/base/json_output.hpp"

#include <span>

namespace causeway::command_line {

/// `{"name","summary","version","example","arguments":[...],"options":[...],"subcommands":[...],"variables":[...]}`;
/// each subcommand is such an object again. An argument or option:
/// `{"names","value","kind","words","limits","help","default","required", "repeats"}`; a flag's `value` is null.
[[nodiscard]] base::JsonOutput interface_of(const CLI::App& app, const Values& values,
                                            std::span<const Variable> variables);

}  // namespace causeway::command_line
