#include "causeway/strategy/broadcast/broadcast_strategy.hpp"

#include "causeway/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace causeway::strategy {

#define CAUSEWAY_STRATEGY(name) extern const BroadcastStrategy name;
#include "causeway/strategy/broadcast/strategies.def"
#undef CAUSEWAY_STRATEGY

double BroadcastCase::num_segments() const {
    return message.value() == 0 ? 1.0 : static_cast<double>(base::num_parts(message, segment));
}

const base::Registry<BroadcastStrategy>& broadcast_strategies() {
#define CAUSEWAY_STRATEGY(name) &name,
    static constexpr std::array kMembers{
#include "causeway/strategy/broadcast/strategies.def"
    };
#undef CAUSEWAY_STRATEGY
    static constexpr base::Registry<BroadcastStrategy> kRegistry("broadcast strategy", kMembers);
    return kRegistry;
}

std::string to_text(const TunedStrategy& tuned) {
    return tuned.degree == 0 ? std::string(tuned.strategy->name)
                             : fmt::format("{}/{}", tuned.strategy->name, tuned.degree);
}

TunedStrategy parse_tuned(std::string_view text, std::string_view source, std::string_view place,
                          const std::vector<std::string>& also) {
    const std::size_t slash = text.find('/');
    const std::string_view name = text.substr(0, slash);
    TunedStrategy result{broadcast_strategies().find(name)};
    if (result.strategy == nullptr) {
        std::vector<std::string> accepted = broadcast_strategies().names();
        accepted.insert(accepted.end(), also.begin(), also.end());
        throw base::InputError({.source = std::string(source),
                                .place = std::string(place),
                                .found = fmt::format("the unknown broadcast strategy '{}'", name),
                                .accepted = base::joined(accepted)});
    }
    if (slash == std::string_view::npos) {
        return result;
    }
    const std::string_view digits = text.substr(slash + 1);
    const char* end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, result.degree);
    if (result.strategy->degrees == nullptr || error != std::errc() || stop != end || result.degree < 2) {
        throw base::InputError({.source = std::string(source),
                                .place = std::string(place),
                                .found = fmt::format("'{}'", text),
                                .accepted = result.strategy->degrees == nullptr
                                                ? fmt::format("'{}', which has no degree", name)
                                                : fmt::format("'{}/DEGREE' with a degree of at least 2", name)});
    }
    return result;
}

}  // namespace causeway::strategy
