/// Words as a shell takes them.
#pragma once

#include <span>
#include <string>

namespace causeway::app {

/// `word` as a shell takes it for one word.
[[nodiscard]] std::string shell_word(const std::string& word);

[[nodiscard]] std::string shell_line(std::span<const std::string> words);

}  // namespace causeway::app
