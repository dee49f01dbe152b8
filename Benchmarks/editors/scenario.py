"""What every editor is tried with: a folder with a notebook full of mistakes and the flagship, and what `gimbal run` says of them.

Usage: scenario.py GIMBAL FOLDER. Writes FOLDER/trial.md, FOLDER/broken.md, FOLDER/flagship.md and FOLDER/expected.json: the messages of
`gimbal run --keep-going` as lists of line and column from 0, severity as the protocol counts it, and the message.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys

TRIAL = """---
title: Trial
notebook: {}
params:
  alpha: 2.0       # s⁻¹, damping
---
# Head

The value is `{swift} params.alpha`, the other one `{swift} params.alhpa`; the figure is @fig-none.

```swift
import Gimbal
let trace = try SimulatedTrace.square.trace()
let samples = trace.timestamps.count
```

```swift
let twice = samples * 2
print(twcie)
```

```swift
let text: String = samples
```

# The end

```swift
print(samples, "ünï 🌀", smaples)
```
"""

# What cannot be read as a notebook has one message.
BROKEN = TRIAL.replace("let twice", "//| lable: fig-a\nlet twice")

SEVERITIES = {"error": 1, "warning": 2, "note": 3}


def expected(gimbal, folder, name):
    answer = subprocess.run([gimbal, "run", "--quiet", "--keep-going", name], cwd=folder, capture_output=True, text=True)
    found = []
    for line in (answer.stdout + answer.stderr).splitlines():
        match = re.fullmatch(rf"{re.escape(name)}:(\d+)(?::(\d+))?: (error|warning|note): (.*)", line)
        if match:
            number, column, severity, message = match.groups()
            found.append([int(number) - 1, int(column or 1) - 1, SEVERITIES[severity], message])
    return sorted(found)


def main():
    gimbal, folder = str(pathlib.Path(sys.argv[1]).absolute()), pathlib.Path(sys.argv[2])
    checkout = pathlib.Path(__file__).resolve().parents[2]
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "trial.md").write_text(TRIAL)
    (folder / "broken.md").write_text(BROKEN)
    shutil.copy(checkout / "notebooks/stabilisation.md", folder / "flagship.md")
    shutil.copytree(checkout / "notebooks/traces", folder / "traces")
    messages = {name: expected(gimbal, folder, name) for name in ("trial.md", "broken.md", "flagship.md")}
    (folder / "expected.json").write_text(json.dumps(messages, ensure_ascii=False, indent=1))
    for name, found in messages.items():
        print(f"{name}: gimbal run says {len(found)} things")


if __name__ == "__main__":
    main()
