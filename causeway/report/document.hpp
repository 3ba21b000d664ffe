/// A result as people and programs read it: a line of conclusion with a table, CSV, or JSON.
#pragma once

#include "causeway/base/json_output.hpp"
#include "causeway/base/units.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace causeway::report {

enum class Format { kText, kJson, kCsv };

/// Throws InputError that lists the accepted words; a verb with formats of its own says all of them.
[[nodiscard]] Format format_named(std::string_view name, std::string_view accepted = "text, json, csv");

/// One entry of a table, for people and for programs.
struct Cell {
    std::string shown;         ///< "12.3 ms"
    std::string exact;         ///< "0.0123"
    bool align_right = false;  ///< numbers stand right
};

[[nodiscard]] Cell cell(std::string_view text);
[[nodiscard]] Cell cell(Seconds time);
[[nodiscard]] Cell cell(Bytes size);
/// A plain number with the given decimals for people.
[[nodiscard]] Cell number_cell(double value, int decimals);

struct Table {
    std::vector<std::string> columns;
    std::vector<std::vector<Cell>> rows;  ///< [row][column]
};

/// Everything a verb has to say.
class Document {
public:
    std::string conclusion;          ///< the first line of the text
    Table table;                     ///< the text's body and the CSV
    std::vector<std::string> notes;  ///< lines below the table of the text

    /// What the JSON form holds; an empty object at first.
    [[nodiscard]] base::JsonOutput& json() { return json_; }

    [[nodiscard]] std::string rendered(Format format) const;

private:
    base::JsonOutput json_ = base::JsonOutput::object();
};

/// A text to `path`, or to the standard output when the path is empty. Throws Error where it cannot be written.
void deliver(const std::string& text, const std::string& path);

/// The document to `path`, or to the standard output when the path is empty.
void deliver(const Document& document, Format format, const std::string& path);

}  // namespace causeway::report
