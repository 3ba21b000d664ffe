#include "causeway/mpi/library.hpp"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace causeway::mpi {

std::string library_version() {
    std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
    int length = 0;
    if (PMPI_Get_library_version(text.data(), &length) != MPI_SUCCESS) {
        return "an MPI library that does not say its version";
    }
    const std::string all(text.data());  // Open MPI's length counts the final zero
    return all.substr(0, all.find('\n'));
}

std::string network_settings() {
    constexpr std::array kNames{"OMPI_MCA_pml",
                                "OMPI_MCA_mtl",
                                "OMPI_MCA_btl",
                                "OMPI_MCA_btl_tcp_if_include",
                                "OMPI_MCA_btl_tcp_if_exclude",
                                "UCX_TLS",
                                "UCX_NET_DEVICES",
                                "FI_PROVIDER",
                                "FI_TCP_IFACE",
                                "FI_SOCKETS_IFACE",
                                "FI_VERBS_IFACE",
                                "HYDRA_IFACE",
                                "MPIR_CVAR_NEMESIS_TCP_NETWORK_IFACE",
                                "MPIR_CVAR_CH4_NETMOD",
                                "MPIR_CVAR_OFI_USE_PROVIDER",
                                "I_MPI_FABRICS",
                                "I_MPI_OFI_PROVIDER"};
    std::string text;
    for (const char* name : kNames) {
        if (const char* const value = std::getenv(name); value != nullptr && *value != '\0') {
            text += (text.empty() ? "" : " ") + std::string(name) + "=" + value;
        }
    }
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

std::optional<int> most_communicators() {
#ifdef OPEN_MPI
    return std::nullopt;  // 65536 in the least of its transports
#else
    return 2048;  // MPICH's masks of context identifiers have so many bits, and what descends from it has the same
#endif
}

bool makes_communicators_in_one_thread() {
#ifdef OPEN_MPI
    return true;  // 4.1: MPI_Comm_dup beside another thread's MPI_Comm_create_group
#else
    return false;
#endif
}

}  // namespace causeway::mpi
