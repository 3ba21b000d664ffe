#include "apps/command_line/command.hpp"

#include "apps/command_line/interface.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <string_view>
#include <type_traits>
#include <utility>

namespace causeway::command_line {

namespace {

constexpr std::string_view kInterface = "--interface";

/// What the value of an option is called where it is a text: BYTES for "--bytes", OUTPUT for "-o,--output".
std::string value_name(const std::string& names) {
    std::string name = names.substr(names.find_last_of("-,") + 1);
    if (const auto hyphens = names.rfind("--"); hyphens != std::string::npos) {
        name = names.substr(hyphens + 2);
    }
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::toupper(c); });
    return name;
}

template <typename Target>
struct TargetKind {
    static constexpr Value::Kind kKind = std::is_floating_point_v<Target> ? Value::Kind::kNumber
                                         : std::is_integral_v<Target>     ? Value::Kind::kWholeNumber
                                                                          : Value::Kind::kText;
};

template <typename Target>
struct TargetKind<std::optional<Target>> : TargetKind<Target> {};

}  // namespace

Option& Option::required() {
    option_->required();
    return *this;
}

Option& Option::show_default() {
    option_->capture_default_str();
    return *this;
}

Option& Option::show_default(const std::string& text) {
    option_->default_str(text);
    return *this;
}

Option& Option::within(int least, int most) {
    option_->check(CLI::Range(least, most));
    value_->limits = fmt::format("{} to {}", least, most);
    return *this;
}

Option& Option::positive() {
    option_->check(CLI::PositiveNumber);
    value_->limits = "more than 0";
    return *this;
}

Option& Option::not_negative() {
    option_->check(CLI::NonNegativeNumber);
    value_->limits = "0 or more";
    return *this;
}

Option& Option::one_of(const std::vector<std::string>& words) {
    option_->check(CLI::IsMember(words));
    return propose(words);
}

Option& Option::propose(std::vector<std::string> words) {
    value_->words = std::move(words);
    return *this;
}

Option& Option::file() {
    value_->kind = Value::Kind::kFile;
    option_->type_name("FILE");
    return *this;
}

Option& Option::command() {
    value_->kind = Value::Kind::kCommand;
    return *this;
}

Option& Option::check(std::function<void(const std::string&)> check) {
    option_->check([check = std::move(check)](const std::string& text) {
        check(text);
        return std::string();
    });
    return *this;
}

Option& Option::several() {
    option_->expected(1, -1);
    return *this;
}

Option& Option::one_each() {
    option_->allow_extra_args(false);
    return *this;
}

Option& Option::separated_by_commas() {
    option_->delimiter(',')->allow_extra_args(false);
    return *this;
}

Option Command::declare(const std::string& names, Target target, const std::string& help) {
    return std::visit(
        [&]<typename Type>(Type* value) {
            CLI::Option* const option = app_->add_option(names, *value, help);
            Value& about = (*values_)[option];
            about.kind = TargetKind<Type>::kKind;
            if (about.kind == Value::Kind::kText && !option->get_positional()) {
                option->type_name(value_name(names));
            }
            return Option(*option, about);
        },
        target);
}

void Command::flag(const std::string& names, bool& value, const std::string& help) {
    app_->add_flag(names, value, help);
}

Command Command::subcommand(std::string_view name, std::string_view summary, const std::string& footer) {
    CLI::App* const result = app_->add_subcommand(std::string(name), std::string(summary));
    result->footer(footer);
    return Command(*result, *values_);
}

void Command::require_subcommand(std::function<void(const std::string&)> complain) {
    // CLI11 would say that something is missing, but not what there is.
    app_->allow_extras();
    app_->callback([app = app_, complain = std::move(complain)] {
        if (app->get_subcommands().empty()) {
            const std::vector<std::string> words = app->remaining();
            complain(words.empty() ? "" : words.front());
        }
    });
}

void Command::callback(std::function<void()> callback) {
    app_->callback(std::move(callback));
}

Program::Program(const std::string& summary, const std::string& name)
    : app_(std::make_unique<CLI::App>(summary, name)) {
    app_->add_flag(std::string(kInterface))->description("Show all that is accepted, as JSON, and exit");
}

Program::~Program() = default;

void Program::version(const std::string& text) {
    app_->set_version_flag("--version", text);
}

void Program::require_subcommand() {
    app_->require_subcommand(1);
}

void Program::variable(Variable variable) {
    variables_.push_back(variable);
}

Command Program::command() {
    return Command(*app_, values_);
}

std::optional<int> Program::parse(int argc, char** argv, const std::function<void(const std::string&)>& complain) {
    constexpr int kWrongInput = 2;
    if (argc == 2 && argv[1] == kInterface) {
        fmt::print("{}\n", interface_of(*app_, values_, variables_).dump(1));
        return 0;
    }
    try {
        app_->parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) {
            return app_->exit(error);  // --help, --version
        }
        const auto subcommands = app_->get_subcommands();
        complain(fmt::format("command line: {} ({}{} --help tells what is accepted)", error.what(), app_->get_name(),
                             subcommands.empty() ? "" : " " + subcommands.front()->get_name()));
        return kWrongInput;
    }
    return std::nullopt;
}

std::optional<int> Program::parse(int argc, char** argv) {
    return parse(argc, argv,
                 [this](const std::string& complaint) { fmt::print(stderr, "{}: {}\n", app_->get_name(), complaint); });
}

}  // namespace causeway::command_line
