/// Comma-separated values (RFC 4180, with surrounding blanks dropped) read with line numbers.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace causeway::base {

/// One record and where it stands.
struct CsvRow {
    int line = 0;  ///< 1-based
    std::vector<std::string> cells;
};

/// The records of a text, one by one: all of them together would be many times the text. Empty lines and lines that
/// begin with '#' are skipped.
class CsvInput {
public:
    /// `text` outlives it; `source` is the file's name for messages.
    CsvInput(std::string_view text, std::string source) : rest_(text), source_(std::move(source)) {}

    /// The next record, which stands until the next call; null: there is none. Throws InputError for a quotation that
    /// does not end or is followed by more than a comma, for bytes that no text has (control characters), for cells of
    /// more than a kilobyte and for more cells than any file of ours has.
    const CsvRow* next();

private:
    std::string_view rest_;
    std::string source_;
    int line_ = 0;
    CsvRow row_;
};

}  // namespace causeway::base
