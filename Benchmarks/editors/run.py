"""Drives the editors: run.py GIMBAL PACKAGES FOLDER EDITS [NAME…]. Each with the set-up that docs/editors.md gives. Exit 1 when one of them
fails.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent
gimbal, packages, results = (pathlib.Path(word).absolute() for word in sys.argv[1:4])
edits, wanted = sys.argv[4], sys.argv[5:]
page = (here.parents[1] / "docs/editors.md").read_text()


def setup(heading, language):
    """The first block of a language below a heading of the page."""
    section = page.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return re.search(rf"```{language}\n(.*?)```", section, re.S).group(1)


def run(name, words, language=None, heading=None):
    if wanted and name not in wanted:
        return 0
    folder = pathlib.Path(tempfile.mkdtemp(prefix="gimbal-editors-"))
    subprocess.run([sys.executable, here / "scenario.py", gimbal, folder / "trial"], check=True)
    environment = os.environ | {"GIMBAL": str(gimbal), "FOLDER": str(folder / "trial"), "EDITS": edits, "RESULTS": str(results), "HOME": str(folder / "home")}
    # Its own home: nobody's settings, and Gimbal's cache as it is.
    environment.setdefault("GIMBAL_CACHE", str(pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache")) / "gimbal"))
    (folder / "home").mkdir()
    if language:
        (folder / "setup").write_text(setup(heading or name, language))
        environment["SETUP"] = str(folder / "setup")
    status = subprocess.run([str(word).replace("FOLDER", str(folder / "trial")) for word in words], env=environment).returncode
    shutil.rmtree(folder, ignore_errors=True)
    if status:
        print(f"FAILS {name}: status {status}", flush=True)
    return status


results.mkdir(parents=True, exist_ok=True)
vsix = sorted(packages.glob("*.vsix"))
failed = [
    run("Neovim", ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", f"luafile {here}/neovim.lua"], "lua"),
    run("Emacs", ["emacs", "-Q", "--batch", "-l", here / "emacs.el"], "elisp"),
    run("VS Code", ["node", here / "vscode.js", gimbal, vsix[-1] if vsix else "none", "FOLDER"]),
    run("JupyterLab", [sys.executable, here / "jupyterlab.py", gimbal, "FOLDER"], "json"),
]
sys.exit(any(failed))
