"""Completion as people meet it: bash, zsh and fish are asked what may come next.

Environment: CAUSEWAY_INTERFACE, the folder with man1/, bash/, zsh/ and fish/ of the program.
"""

import os
import pathlib
import pty
import subprocess
import tempfile
import threading
import time
import unittest

INTERFACE = pathlib.Path(os.environ["CAUSEWAY_INTERFACE"])
VERBS = {"cluster", "plan", "schedule", "study", "tree", "list", "info"}


class Asked:
    """What every shell must answer; `answers(line)` is the set of words that it proposes at the end of `line`."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "platform.json").touch()

    def test_the_verbs(self):
        self.assertLessEqual(VERBS, self.answers("causeway "))
        self.assertEqual(self.answers("causeway pl"), {"plan"})

    def test_the_verbs_below_a_verb(self):
        self.assertEqual(self.answers("causeway study "), {"grids", "trees", "bounds"})

    def test_options_are_those_of_the_verb(self):
        self.assertEqual(self.answers("causeway plan --coll"), {"--collective"})
        self.assertEqual(self.answers("causeway study trees --den"), {"--density"})
        self.assertEqual(self.answers("causeway cluster --coll"), set())

    def test_words_that_an_option_accepts(self):
        self.assertEqual(self.answers("causeway plan --collective all"), {"allreduce", "allgather", "alltoall"})
        self.assertEqual(self.answers("causeway plan x.json --format "), {"text", "json", "csv"})
        self.assertLessEqual({"lowekamp", "multilevel"}, self.answers("causeway cluster --method "))
        self.assertEqual(self.answers("causeway study trees --over "), {"nodes", "density"})

    def test_words_that_stand_alone(self):
        self.assertEqual(self.answers("causeway list sch"), {"schemes"})

    def test_files_where_files_stand(self):
        self.assertEqual(self.answers("causeway plan plat"), {"platform.json"})
        self.assertEqual(self.answers("causeway plan --save plat"), {"platform.json"})

    def test_numbers_are_left_to_people(self):
        self.assertEqual(self.answers("causeway plan --root "), set())


class BashTest(Asked, unittest.TestCase):
    def answers(self, line):
        script = f"""
            source {INTERFACE}/bash/causeway
            function=$(complete -p causeway | sed 's/.*-F \\([^ ]*\\) .*/\\1/')
            COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
            $function; printf '%s\\n' "${{COMPREPLY[@]}}" """
        words = line.replace("=", " = ").split(" ")
        done = subprocess.run(["bash", "--norc", "-c", script, "bash", *words], cwd=self.folder, capture_output=True,
                              text=True, check=True)
        self.assertEqual(done.stderr, "")
        return set(done.stdout.split())

    def test_the_value_behind_an_equals_sign(self):
        self.assertEqual(self.answers("causeway plan --collective=sca"), {"scatter", "scan"})

    def test_another_word_behind_a_comma(self):
        self.assertEqual(self.answers("causeway schedule x.json --heuristic ecef,bottom-up-"), {"ecef,bottom-up-la"})

    def test_a_command_behind_two_hyphens(self):
        self.assertIn("mkdir", self.answers("causeway trace -- mkd"))
        self.assertEqual(self.answers("causeway trace -- cat plat"), {"platform.json"})


class FishTest(Asked, unittest.TestCase):
    def answers(self, line):
        done = subprocess.run(["fish", "--no-config", "-c", f"source {INTERFACE}/fish/causeway.fish; complete -C '{line}'"],
                              cwd=self.folder, env={**os.environ, "HOME": str(self.folder)}, capture_output=True, text=True,
                              check=True)
        self.assertEqual(done.stderr, "")
        return {answer.split("\t")[0] for answer in done.stdout.splitlines()}


ZSH_SETTINGS = """
PS1= PS2=
fpath=({interface}/zsh $fpath)
autoload -Uz compinit && compinit -u -D
compadd() {{
    [[ ${{(M)@:#-[OAD]}} != "" ]] && {{ builtin compadd "$@"; return }}
    local -a hits
    builtin compadd -O hits "$@"
    (( $#hits )) && print -rl -- $hits >> answers
    builtin compadd "$@"
}}
ask() {{
    _main_complete
    compstate[insert]=
    compstate[list]=
    print -r -- END >> answers
}}
zle -C ask complete-word ask
bindkey '^T' ask
print READY >> answers
"""


class ZshTest(Asked, unittest.TestCase):
    """zsh completes only in its line editor, which wants a terminal."""

    def setUp(self):
        super().setUp()
        (self.folder / ".zshrc").write_text(ZSH_SETTINGS.format(interface=INTERFACE))
        self.file = self.folder / "answers"
        process, terminal = pty.fork()
        if process == 0:
            os.chdir(self.folder)
            os.execvpe("zsh", ["zsh", "--no-globalrcs", "-i"],
                       {"PATH": os.environ["PATH"], "HOME": str(self.folder), "TERM": "dumb"})
        self.terminal = terminal
        self.shown = b""
        reader = threading.Thread(target=self.read)
        reader.start()

        def end():
            os.write(terminal, b"\x15exit\n")
            os.waitpid(process, 0)
            reader.join()
            os.close(terminal)

        self.addCleanup(end)
        self.until("READY")

    def read(self):
        try:
            while chunk := os.read(self.terminal, 4096):
                self.shown += chunk
        except OSError:  # the shell has ended
            pass

    def until(self, mark):
        deadline = time.monotonic() + 60
        while not self.file.exists() or mark not in self.file.read_text().split("\n"):
            self.assertLess(time.monotonic(), deadline, self.shown.decode(errors="replace"))
            time.sleep(0.01)
        text = self.file.read_text()
        self.file.unlink()
        return text

    def answers(self, line):
        os.write(self.terminal, b"\x15" + line.encode() + b"\x14")
        return set(self.until("END").split()) - {"END"}


if __name__ == "__main__":
    unittest.main()
