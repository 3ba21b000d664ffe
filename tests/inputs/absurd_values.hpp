/// Numbers and texts that readers have stumbled over: at the ends of what types hold, and what looks like something
/// else.
#pragma once

#include <array>
#include <string_view>

namespace causeway::test {

inline constexpr std::array<std::string_view, 44> kNumbers{"0",
                                                           "-0",
                                                           "1",
                                                           "-1",
                                                           "2",
                                                           "3",
                                                           "0.5",
                                                           "1e-9",
                                                           "1e9",
                                                           "1e15",
                                                           "1e300",
                                                           "1e308",
                                                           "1e309",
                                                           "1e999999999999",
                                                           "1e-308",
                                                           "4.9e-324",
                                                           "1e-400",
                                                           "1.7976931348623157e308",
                                                           "127",
                                                           "128",
                                                           "255",
                                                           "256",
                                                           "1000",
                                                           "65535",
                                                           "65536",
                                                           "1000000",
                                                           "10000000",
                                                           "1000000000",
                                                           "2147483647",
                                                           "2147483648",
                                                           "-2147483648",
                                                           "-2147483649",
                                                           "4294967296",
                                                           "9007199254740992",
                                                           "9007199254740993",
                                                           "9223372036854775807",
                                                           "9223372036854775808",
                                                           "-9223372036854775808",
                                                           "18446744073709551615",
                                                           "18446744073709551616",
                                                           "nan",
                                                           "inf",
                                                           "-inf",
                                                           "0x10"};

inline constexpr std::array<std::string_view, 15> kTexts{"",
                                                         " ",
                                                         "a",
                                                         "0",
                                                         "-",
                                                         "null",
                                                         "\n",
                                                         "a\nb",
                                                         "\t",
                                                         "\xc3\xa9",
                                                         "\xe2\x80\xa8",
                                                         "\"",
                                                         "{}",
                                                         "%s%n{}{:d}",
                                                         "../../../etc/passwd"};

}  // namespace causeway::test
