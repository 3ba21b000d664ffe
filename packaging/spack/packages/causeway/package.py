# Copyright Spack Project Developers. See COPYRIGHT file for details.
#
# SPDX-License-Identifier: (Apache-2.0 OR MIT)

import os

from spack.package import *


class Causeway(CMakePackage):
    """Causeway makes the collective operations of MPI programs fast on networks that are neither uniform nor flat:
    several clusters or sites, mixed links. It measures the network, plans each collective for it, and runs the plan
    under an unmodified program, into which its library is preloaded."""

    # The clone in which this recipe lies.
    git = "file://" + os.path.abspath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 4))

    license("Apache-2.0")

    version("main", branch="main")

    variant("mpi", default=True, description="Build the preloaded library, discovery and the benchmark")
    variant("testbed", default=False, description="Build the testbed: a grid of hosts on one machine")
    variant("docs", default=True, description="Make manual pages and completion for shells")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("python@3.10:", type="build", when="+docs")
    depends_on("python@3.10:", type="test")
    depends_on("googletest@1.12:+gmock", type="test")

    depends_on("fmt@9:")
    depends_on("nlohmann-json@3.10:")
    depends_on("cli11@2.1:")
    depends_on("boost@1.74:")  # headers only: Boost.Graph
    depends_on("eigen")
    depends_on("expat")
    depends_on("clp")
    depends_on("hwloc")
    depends_on("mpi", when="+mpi")
    depends_on("pmix", when="+mpi")

    requires("%gcc@12:", "%clang@15:", policy="one_of", msg="Causeway is written in C++20")
    conflicts("+testbed", when="platform=darwin", msg="The testbed needs Linux namespaces")

    def cmake_args(self):
        args = [
            self.define_from_variant("CAUSEWAY_MPI", "mpi"),
            self.define_from_variant("CAUSEWAY_TESTBED", "testbed"),
            self.define("CAUSEWAY_TESTS", self.run_tests),
            self.define("CMAKE_UNITY_BUILD", True),
        ]
        if self.spec.satisfies("+mpi"):
            args.append(self.define("CAUSEWAY_MPI_COMPILERS", self.spec["mpi"].mpicc))
        if self.spec.satisfies("~docs") and not self.run_tests:  # the tests need it, too
            args.append(self.define("CMAKE_DISABLE_FIND_PACKAGE_Python3", True))
        return args

    def setup_run_environment(self, env):
        if self.spec.satisfies("+mpi"):
            env.set("CAUSEWAY", join_path(self.prefix.lib, "libcauseway.so"))

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def check_install(self):
        """The installed command starts."""
        Executable(self.prefix.bin.causeway)("--version")
