#include "heuristic_option.hpp"

#include "causeway/base/comma_list.hpp"

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
    for (const std::string& name : base::entries_of(text)) {
        const inter_cluster::Heuristic& named = inter_cluster::heuristics().at(name, option);
        if (std::find(result.begin(), result.end(), &named) == result.end()) {
            result.push_back(&named);
        }
    }
    return result;
}

}  // namespace causeway::app
