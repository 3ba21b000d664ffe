/// Comma-separated values (RFC 4180, with surrounding blanks dropped) read with line numbers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace causeway::base {

/// One record and where it stands.
struct CsvRow {
    int line = 0;  ///< 1-based
    std::vector<std::string> cells;
};

/// The records of `text`; empty lines and lines that begin with '#' are skipped. Throws InputError
/// for a quotation that does not end or is followed by more than a comma, for bytes that no text has (control
/// characters), and for cells of more than a kilobyte.
[[nodiscard]] std::vector<CsvRow> parse_csv(std::string_view text, const std::string& source);

}  // namespace causeway::base
