#include "apps/command_line/interface.hpp"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace causeway::command_line {

namespace {

using base::JsonOutput;

std::string name_of(Value::Kind kind) {
    switch (kind) {
        case Value::Kind::kText:
            return "text";
        case Value::Kind::kFile:
            return "file";
        case Value::Kind::kCommand:
            return "command";
        case Value::Kind::kWholeNumber:
            return "whole number";
        case Value::Kind::kNumber:
            return "number";
    }
    return {};
}

std::vector<std::string> names_of(const CLI::Option& option) {
    if (option.get_positional()) {
        return {option.get_name(true)};
    }
    std::vector<std::string> names;
    for (const std::string& letter : option.get_snames()) {
        names.push_back("-" + letter);
    }
    for (const std::string& word : option.get_lnames()) {
        names.push_back("--" + word);
    }
    return names;
}

/// "FILE" of "FILE:CHECK".
std::string value_of(const CLI::Option& option) {
    const std::string type = option.get_type_name();
    return type.substr(0, type.find(':'));
}

JsonOutput option_json(const CLI::Option& option, const Values& values) {
    JsonOutput json = {{"names", names_of(option)}, {"help", option.get_description()}};
    const auto found = values.find(&option);
    if (found == values.end()) {
        json["value"] = nullptr;
        return json;
    }
    const Value& value = found->second;
    json["value"] = option.get_positional() ? option.get_name(true) : value_of(option);
    json["kind"] = name_of(value.kind);
    json["words"] = value.words;
    json["limits"] = value.limits;
    json["default"] = option.get_default_str();
    json["required"] = option.get_required();
    json["repeats"] = option.get_items_expected_max() > 1 && (option.get_positional() || option.get_allow_extra_args());
    return json;
}

JsonOutput command_json(const CLI::App& app, const Values& values) {
    JsonOutput arguments = JsonOutput::array();
    JsonOutput options = JsonOutput::array();
    for (const CLI::Option* option : app.get_options()) {
        (option->get_positional() ? arguments : options).push_back(option_json(*option, values));
    }
    JsonOutput subcommands = JsonOutput::array();
    for (const CLI::App* subcommand : app.get_subcommands([](const CLI::App*) { return true; })) {
        subcommands.push_back(command_json(*subcommand, values));
    }
    JsonOutput json = {{"name", app.get_name()}, {"summary", app.get_description()}, {"example", app.get_footer()}};
    json["arguments"] = std::move(arguments);
    json["options"] = std::move(options);
    json["subcommands"] = std::move(subcommands);
    return json;
}

}  // namespace

JsonOutput interface_of(const CLI::App& app, const Values& values, std::span<const Variable> variables) {
    JsonOutput json = command_json(app, values);
    json["version"] = app.version();
    json["variables"] = JsonOutput::array();
    for (const Variable& variable : variables) {
        json["variables"].push_back(
            {{"name", variable.name}, {"accepts", variable.accepts}, {"summary", variable.summary}});
    }
    return json;
}

}  // namespace causeway::command_line
