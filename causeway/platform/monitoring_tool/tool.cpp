#include "causeway/platform/monitoring_tool/tool.hpp"

#include <array>

namespace causeway::platform {

#define CAUSEWAY_MONITORING_TOOL(name) extern const MonitoringTool name##_tool;
#include "causeway/platform/monitoring_tool/tools.def"
#undef CAUSEWAY_MONITORING_TOOL

const base::Registry<MonitoringTool>& monitoring_tools() {
#define CAUSEWAY_MONITORING_TOOL(name) &name##_tool,
    static constexpr std::array kMembers{
#include "causeway/platform/monitoring_tool/tools.def"
    };
#undef CAUSEWAY_MONITORING_TOOL
    static constexpr base::Registry<MonitoringTool> kRegistry("monitoring tool", kMembers);
    return kRegistry;
}

const MonitoringTool* tool_of(std::string_view text) {
    for (const MonitoringTool* tool : monitoring_tools().members()) {
        if (tool->recognises(text)) {
            return tool;
        }
    }
    return nullptr;
}

}  // namespace causeway::platform
