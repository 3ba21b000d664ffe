/// The readers of other people's files, as functions of a text: what the mutated inputs are given to.
///
/// To add one: a function in parsers.cpp and its line in parsers.def.
#pragma once

#include "causeway/base/registry.hpp"

#include <string>
#include <string_view>

namespace causeway::test {

/// What a text is made of, and so which changes are worth trying.
enum class Form { kJson, kLines, kXml };

struct Parser {
    std::string_view name;
    Form form = Form::kLines;
    /// Files that it reads, parted by blanks, below the project's folder; one with a '*' for its name stands for all
    /// files of a folder with the ending behind it. What is in corpus/NAME is added.
    std::string_view seeds;
    /// Reads `text`, and checks what can be checked of what was read. Throws base::InputError that names kSource.
    /// With `consumers` what was read is also given to those that use it, if it is small.
    void (*read)(const std::string& text, bool consumers) = nullptr;
};

/// The name under which texts are read.
inline constexpr std::string_view kSource = "input";

[[nodiscard]] const base::Registry<Parser>& parsers();

/// Throws if `holds` is false: what was read is not what it must be.
void require(bool holds, std::string_view what);

}  // namespace causeway::test
