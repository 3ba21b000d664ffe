/// One command for every MPI library: verbs that run under a launcher are in a command of their own for each.
#pragma once

namespace causeway::app {

/// Runs this command line by the command for the MPI library of the launcher that started this process; of any MPI
/// library that is there for what is none of our own verbs. Returns where neither is so, or there is no such command.
void forward(char** argv);

}  // namespace causeway::app
