#include "heuristic_option.hpp"

#include <algorithm>

namespace causeway::app {

std::vector<const inter_cluster::Heuristic*> heuristics_named(const std::string& text, const std::string& option) {
    std::vector<const inter_cluster::Heuristic*> result;
    if (text == "all" || text == "constructive") {
        for (const inter_cluster::Heuristic* heuristic : inter_cluster::heuristics().members()) {
            if (text == "all" || heuristic->improve == nullptr) {
                result.push_back(heuristic);
            }
        }
        return result;
    }
    std::size_t begin = 0;
    while (begin <= text.size()) {
        const std::size_t comma = std::min(text.find(',', begin), text.size());
        const inter_cluster::Heuristic& named =
            inter_cluster::heuristics().at(text.substr(begin, comma - begin), option);
        if (std::find(result.begin(), result.end(), &named) == result.end()) {
            result.push_back(&named);
        }
        begin = comma + 1;
    }
    return result;
}

}  // namespace causeway::app
