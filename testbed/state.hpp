/// The folder in which a grid that is up keeps its files, and who may use it.
///
/// The router holds a lock on the folder for as long as it lives. The kernel drops the lock when the
/// router dies, however it dies: a folder that nobody has locked is left over and may be removed.
#pragma once

#include "testbed/system.hpp"

#include <optional>
#include <string>
#include <vector>

namespace causeway::testbed {

/// Where the folders of all grids are.
struct StateRoot {
    std::string path;
};

/// CAUSEWAY_TESTBED_STATE, else a folder of this user's under XDG_RUNTIME_DIR or /tmp.
[[nodiscard]] StateRoot state_root();

/// The files of one grid.
struct StateFolder {
    std::string path;

    /// Also the sign that the folder is ours: one without it is never touched.
    [[nodiscard]] std::string lock() const { return path + "/causeway-testbed.lock"; }
    [[nodiscard]] std::string control() const { return path + "/control"; }    ///< the router's socket
    [[nodiscard]] std::string grid() const { return path + "/grid.json"; }     ///< the grid as brought up
    [[nodiscard]] std::string hosts() const { return path + "/hosts"; }        ///< the /etc/hosts of its hosts
    [[nodiscard]] std::string agent() const { return path + "/agent"; }        ///< what an MPI calls instead of ssh
    [[nodiscard]] std::string log() const { return path + "/router.log"; }     ///< what the router has to say
    [[nodiscard]] std::string sessions() const { return path + "/sessions"; }  ///< temporary files of the MPIs
};

[[nodiscard]] StateFolder folder_of(const StateRoot& root, const std::string& name);

/// Makes the folder for a new grid, after removing what a dead one may have left there. Returns the
/// lock, or nothing if a grid of this name is up. Throws Error.
[[nodiscard]] std::optional<Descriptor> claim(const StateFolder& folder);

/// Removes the folder if no living router holds it. Returns whether anything was removed.
bool remove_if_dead(const StateFolder& folder);

/// Removes the folder; the caller holds its lock.
void remove_folder(const StateFolder& folder);

/// The names of the grids that are up, sorted. Removes what dead ones left.
[[nodiscard]] std::vector<std::string> grids_up(const StateRoot& root);

/// `name` if it is given, else the only grid that is up. Throws InputError if the choice is open and
/// Error if there is none.
[[nodiscard]] std::string chosen_grid(const StateRoot& root, const std::string& name);

}  // namespace causeway::testbed
