"""What students write into lab.md: its solutions, and one wrong answer for each task."""

import re

# In the solution of each task, what a student who is wrong writes otherwise.
WRONG = {
    "euler": ("v + a * dt", "v - a * dt"),
    "damped": ("-rate", "rate"),
    "turned": ("2 * cross", "cross"),
    "mean": ("Double(values.count)", "Double(values.count - 1)"),
    "positions": ("sum += $0 * dt", "sum += $0"),
    "gravity": ("9.80665", "9.5"),
}


def tasks(source):
    """The code of each exercise and of its solution."""
    cells = re.findall(r"```swift\n(.*?)```", source, re.S)
    named = {}
    for cell in cells:
        if match := re.match(r"//\| (exercise|solution): (\w+)\n((?://\|[^\n]*\n)*)(.*)", cell, re.S):
            named.setdefault(match[2], {})[match[1]] = match[4]
    return named


def student_version(source, answers, extra=""):
    """The source as a student has it, with these answers."""
    def cell(match):
        text = match[1]
        if text.startswith("//| solution") or text.startswith("//| check"):
            return ""
        if exercise := re.match(r"(//\| exercise: (\w+)\n(?://\|[^\n]*\n)*)(.*)", text, re.S):
            return "```swift\n" + exercise[1] + answers[exercise[2]] + "```"
        return match[0]
    return re.sub(r"```swift\n(.*?)```", cell, source, flags=re.S) + extra


def handed_in(source, wrong, student):
    """A submission with these tasks wrong, and with a cell that no other has."""
    answers = {name: parts["solution"] for name, parts in tasks(source).items()}
    for name in wrong:
        old, new = WRONG[name]
        assert old in answers[name], name
        answers[name] = answers[name].replace(old, new)
    return student_version(source, answers, f'\n```swift\nlet own = "{student}"\n```\n')
