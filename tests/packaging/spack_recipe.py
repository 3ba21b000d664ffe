"""What Spack's recipe tells CMake are options of the project, and it is well-formed; Spack itself need not be there.

Usage: spack_recipe.py RECIPE SOURCE_DIR
"""

import pathlib
import re
import sys
import types

RECIPE, SOURCE = map(pathlib.Path, sys.argv[1:])


class Spec:
    """One in which all variants are on, or off."""

    def __init__(self, on):
        self.on = on

    def satisfies(self, text):
        return self.on == text.startswith("+")

    def __getitem__(self, name):
        return types.SimpleNamespace(mpicc="/usr/bin/mpicc")


class CMakePackage:
    run_tests = False

    def define(self, name, value):
        return name

    def define_from_variant(self, name, variant):
        if variant not in VARIANTS:
            sys.exit(f"there is no variant '{variant}'")
        return name


VARIANTS = set()
NAMES = ["version", "license", "depends_on", "requires", "conflicts"]


def decorator(*arguments, **words):
    return lambda function: function


def main():
    package = types.ModuleType("spack.package")
    for name in NAMES:
        setattr(package, name, lambda *arguments, **words: None)
    package.variant = lambda name, **words: VARIANTS.add(name)
    package.run_after = package.on_package_attributes = decorator
    package.CMakePackage = CMakePackage
    sys.modules["spack"] = types.ModuleType("spack")
    sys.modules["spack.package"] = package
    scope = {"__file__": str(RECIPE)}
    exec(compile(RECIPE.read_text(), RECIPE, "exec"), scope)  # pylint: disable=exec-used
    recipe = scope["Causeway"]
    if not (pathlib.Path(recipe.git.removeprefix("file://")) / "CMakeLists.txt").exists():
        sys.exit(f"{recipe.git} is not the project")
    known = set(re.findall(r"CAUSEWAY_\w+", "".join(path.read_text() for path in
                                                    [SOURCE / "CMakeLists.txt", SOURCE / "cmake" / "CausewayMpi.cmake"])))
    for on in (True, False):
        instance = recipe()
        instance.spec = Spec(on)
        for name in instance.cmake_args():
            if name.startswith("CAUSEWAY_") and name not in known:
                sys.exit(f"{name} is no option of the project")


main()
