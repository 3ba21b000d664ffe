/// What can go wrong, by what the caller can do about it.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace causeway::base {

/// The root of every exception that Causeway throws on purpose.
class Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Wrong input: a file, an option, an environment variable. The command line exits with 2. Its text is one line.
class InputError : public Error {
public:
    /// What was wrong and what would have been right, each a short phrase.
    struct Fault {
        std::string source;    ///< the file, option or variable: "grid.json", "--tolerance"
        std::string place;     ///< where in it: "clusters[0].plogp.latency", "line 3"; may be empty
        std::string found;     ///< what stands there: "-1"
        std::string accepted;  ///< what may stand there: "a number of seconds >= 0"
    };

    explicit InputError(Fault fault);

    [[nodiscard]] const Fault& fault() const { return fault_; }

private:
    Fault fault_;
};

/// A schedule that breaks its contract: a block sent before it is held, a receive without a send.
class ScheduleError : public Error {
public:
    using Error::Error;
};

/// A solver of linear programs that gave up on a program which has a solution. The command line exits with 1.
class SolverError : public Error {
public:
    using Error::Error;
};

/// "a, b, c": how error messages list the accepted words.
[[nodiscard]] std::string joined(std::span<const std::string> words);

}  // namespace causeway::base
