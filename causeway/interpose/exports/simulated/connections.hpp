/// Of the connections of a simulated job (connections.cpp).
#pragma once

namespace causeway::interpose {

/// Returns once all has arrived that this process has sent: before it ends, as receivers tell it so. Local.
void wait_for_arrivals();

}  // namespace causeway::interpose
