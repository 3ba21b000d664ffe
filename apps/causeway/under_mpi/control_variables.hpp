/// The control variables of the MPI library, through its tools interface.
#pragma once

#include <mpi.h>

#include <optional>
#include <string>
#include <vector>

namespace causeway::app {

/// A value that the library has a word for.
struct WordForValue {
    int value = 0;
    std::string word;
};

/// A variable that is a whole number. Open MPI reads most of them when a communicator is made, MPICH in every call.
class ControlVariable {
public:
    ControlVariable(int index, std::string description, std::vector<WordForValue> words);
    ControlVariable(ControlVariable&& other) noexcept;
    ControlVariable(const ControlVariable&) = delete;
    ControlVariable& operator=(const ControlVariable&) = delete;
    ~ControlVariable();

    [[nodiscard]] const std::string& description() const { return description_; }
    /// Its values with the library's words for them, where it has such.
    [[nodiscard]] const std::vector<WordForValue>& words() const { return words_; }
    [[nodiscard]] int value() const;
    /// In this process alone. Throws base::Error.
    void set(int value);

private:
    MPI_T_cvar_handle handle_ = MPI_T_CVAR_HANDLE_NULL;
    std::string description_;
    std::vector<WordForValue> words_;
};

/// The tools interface, for as long as this lives; variables found by it live no longer. Throws base::Error.
class ControlVariables {
public:
    ControlVariables();
    ControlVariables(const ControlVariables&) = delete;
    ControlVariables& operator=(const ControlVariables&) = delete;
    ~ControlVariables();

    /// The variable of this name, if there is one and it is a whole number.
    [[nodiscard]] std::optional<ControlVariable> find(const std::string& name) const;
};

}  // namespace causeway::app
