/// Tables of numbers as text, line by line, without a copy of what they hold: a table of 4096 processes has 16 million
/// cells.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace causeway::traffic {

/// Where a line's cells end.
enum class Separator { kCommaOrBlanks, kBlanks };

/// Goes over the lines of a text and splits each into cells: at commas where the line has one, else at blanks; or at
/// blanks always. Lines that are empty or begin with '#' are passed over.
class Cells {
public:
    /// `text` outlives it; `source` is the file's name for messages.
    Cells(std::string_view text, std::string source, Separator separator = Separator::kCommaOrBlanks);

    /// Goes to the next line; false: there is none.
    bool next_line();

    [[nodiscard]] int line() const { return line_; }  ///< 1-based
    [[nodiscard]] const std::vector<std::string_view>& cells() const { return cells_; }
    [[nodiscard]] std::size_t size() const { return cells_.size(); }
    [[nodiscard]] std::string_view operator[](std::size_t index) const { return cells_[index]; }

    /// Cell `index`, a number >= 0; `what` it is, for the message ("bytes").
    [[nodiscard]] double amount(std::size_t index, std::string_view what) const;

    /// Cell `index`, a whole number in [least, most].
    [[nodiscard]] int whole(std::size_t index, int least, int most, std::string_view what) const;

    /// Cell `index`, the number of a process in [0, num_processes).
    [[nodiscard]] int process(std::size_t index, int num_processes) const;

    /// Throws the InputError for this line.
    [[noreturn]] void refuse(std::string found, std::string accepted) const;

private:
    std::string_view rest_;
    std::string source_;
    Separator separator_;
    int line_ = 0;
    std::vector<std::string_view> cells_;
};

/// Whether all of `text` is one number.
[[nodiscard]] bool is_number(std::string_view text);

}  // namespace causeway::traffic
