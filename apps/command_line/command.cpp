#include "apps/command_line/command.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <utility>

namespace causeway::command_line {

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
    return *this;
}

Option& Option::positive() {
    option_->check(CLI::PositiveNumber);
    return *this;
}

Option& Option::not_negative() {
    option_->check(CLI::NonNegativeNumber);
    return *this;
}

Option& Option::one_of(const std::vector<std::string>& words) {
    option_->check(CLI::IsMember(words));
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
    return Option(*std::visit([&](auto* value) { return app_->add_option(names, *value, help); }, target));
}

void Command::flag(const std::string& names, bool& value, const std::string& help) {
    app_->add_flag(names, value, help);
}

Command Command::subcommand(std::string_view name, std::string_view summary, const std::string& footer) {
    CLI::App* const result = app_->add_subcommand(std::string(name), std::string(summary));
    result->footer(footer);
    return Command(*result);
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
    : app_(std::make_unique<CLI::App>(summary, name)) {}

Program::~Program() = default;

void Program::version(const std::string& text) {
    app_->set_version_flag("--version", text);
}

void Program::require_subcommand() {
    app_->require_subcommand(1);
}

Command Program::command() {
    return Command(*app_);
}

std::optional<int> Program::parse(int argc, char** argv, const std::function<void(const std::string&)>& complain) {
    constexpr int kWrongInput = 2;
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
    return parse(argc, argv, [this](const std::string& complaint) {
        fmt::print(stderr, "{}: {}\n", app_->get_name(), complaint);
    });
}

}  // namespace causeway::command_line
