/// What a program's command line accepts, for the files that declare it: CLI11 does the work, in one place, as its
/// headers take longer to compile than most programs.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace causeway::command_line {

/// What is known of the value of an option beside what CLI11 keeps: for manual pages, and for shells that complete it.
struct Value {
    enum class Kind { kText, kFile, kCommand, kWholeNumber, kNumber };

    Kind kind = Kind::kText;
    std::vector<std::string> words = {};  ///< that are meant as a rule
    std::string limits = {};              ///< "1 to 8"
};

/// Of every option with a value.
using Values = std::map<const CLI::Option*, Value>;

/// An option or an argument that was declared.
class Option {
public:
    Option(CLI::Option& option, Value& value) : option_(&option), value_(&value) {}

    Option& required();
    /// --help shows the value that there is before anything is read.
    Option& show_default();
    /// --help shows this instead.
    Option& show_default(const std::string& text);
    Option& within(int least, int most);
    Option& positive();
    Option& not_negative();
    Option& one_of(const std::vector<std::string>& words);
    /// Shells propose these words; whether the value is one of them, or made of them, is checked by who reads it.
    Option& propose(std::vector<std::string> words);
    /// The value is the name of a file, or several.
    Option& file();
    /// The value is a command and its arguments.
    Option& command();
    /// `check` throws InputError for what it does not accept, before anything is done or written.
    Option& check(std::function<void(const std::string&)> check);
    /// Takes all words up to the next option.
    Option& several();
    /// Takes one word each time it is given.
    Option& one_each();
    /// Takes one word, with commas between what it has.
    Option& separated_by_commas();

private:
    CLI::Option* option_;
    Value* value_;
};

/// Where what is read goes.
using Target = std::variant<std::string*, int*, double*, std::int64_t*, std::uint64_t*, std::vector<std::string>*,
                            std::optional<int>*, std::optional<double>*, std::optional<std::int64_t>*>;

/// A command or one of its subcommands; a copy speaks of the same one.
class Command {
public:
    Command(CLI::App& app, Values& values) : app_(&app), values_(&values) {}

    /// `names`: "-o,--output"; without hyphens an argument. `value`: a variable of one of the types of Target, which
    /// outlives the reading.
    template <typename Value>
    Option option(const std::string& names, Value& value, const std::string& help) {
        return declare(names, &value, help);
    }
    /// "!--no-native": sets it to false.
    void flag(const std::string& names, bool& value, const std::string& help);

    /// A word that must come next, and what it stands for. `footer`: shown below its options.
    [[nodiscard]] Command subcommand(std::string_view name, std::string_view summary, const std::string& footer);
    /// What does not begin with a subcommand is told to `complain`, with its first word or "".
    void require_subcommand(std::function<void(const std::string&)> complain);

    /// Carries the command out, once all is read.
    void callback(std::function<void()> callback);

private:
    Option declare(const std::string& names, Target target, const std::string& help);

    CLI::App* app_;
    Values* values_;
};

/// A variable of the environment that a program reads.
struct Variable {
    std::string_view name;
    std::string_view accepts;
    std::string_view summary;
};

/// The whole command line of a program.
class Program {
public:
    Program(const std::string& summary, const std::string& name);
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    ~Program();

    /// --version shows `text`.
    void version(const std::string& text);
    void require_subcommand();
    /// For the manual page.
    void variable(Variable variable);
    /// What is declared of it.
    [[nodiscard]] Command command();

    /// Reads the words; then the callback of the command that they are is called. Returns the exit code if that is all:
    /// 0 after --help, --version and --interface, which shows all that is accepted as JSON (interface.hpp), 2 after
    /// what is not accepted, which `complain` is told.
    [[nodiscard]] std::optional<int> parse(int argc, char** argv,
                                           const std::function<void(const std::string&)>& complain);
    /// With complaints on the standard error stream.
    [[nodiscard]] std::optional<int> parse(int argc, char** argv);

private:
    std::unique_ptr<CLI::App> app_;
    Values values_;
    std::vector<Variable> variables_;
};

}  // namespace causeway::command_line
