# Points from the top of the page to the end of its text, the height of that, and the space between two blocks.
BOTTOM, HEIGHT, GAP = 771.0, 697.0, 14.0
TOP = BOTTOM - HEIGHT
# The white space allowed at a page's end before anything is moved, and the smallest scale of a figure.
WHITE, SMALLEST = 0.12 * HEIGHT, 0.75

class Setting:
    """The document with figures in these places and sizes: the place of each part."""

    def __init__(self, adrift, smaller):
        self.adrift, self.smaller = list(adrift), dict(smaller)
        self.pdf = compiler.compile(format="pdf", sys_inputs={"places": json.dumps([adrift, smaller, common])})
        self.marks = json.loads(compiler.query("<place>", field="value"))
        self.flow, self.floated, inside, beside = [], {}, None, False
        for mark in self.marks:
            if mark["kind"] in ("columns", "columned"):
                beside = mark["kind"] == "columns"
                if not beside:
                    self.flow.append(mark)
            elif beside:
                continue
            elif inside:
                if mark["kind"] == "drawn" and mark["name"] == inside["name"]:
                    inside["end"] = mark["y"]
                    if inside["name"] not in self.adrift:
                        self.flow.append(mark)
                    inside = None
            elif mark["kind"] == "figure":
                inside = mark
                if mark["name"] in self.adrift:
                    self.floated[mark["name"]] = mark
                else:
                    self.flow.append(mark)
            else:
                self.flow.append(mark)

    def end(self):
        return max(((mark["page"], mark["y"]) for mark in self.marks), default=(1, BOTTOM))

    def holes(self):
        """The part that begins a page, the room above it, and the index of the last part there."""
        for index, last in enumerate(self.flow[:-1]):
            mark = self.after(index)
            begins = mark["kind"] in ("figure", "heading", "cell", "code")
            if mark["page"] > last["page"] and begins and last["kind"] != "break":
                room = BOTTOM - last["y"]
                if room > WHITE:
                    yield mark, room, index

    def after(self, index):
        """What follows a mark. The end of a paragraph and the beginning of a cell have no height, and go to the next page with
        what they keep to: there they are passed over."""
        at, last = index + 1, self.flow[index]
        while at + 1 < len(self.flow) and self.flow[at]["page"] > last["page"] and self.flow[at]["kind"] in ("text", "cell"):
            there, behind = self.flow[at], self.flow[at + 1]
            if there["y"] > TOP + 1 or behind["page"] > there["page"] or behind["y"] > TOP + 1:
                break
            at += 1
        return self.flow[at]

    def astray(self):
        """A figure above the text that refers to it."""
        for mark in self.flow:
            if mark["kind"] == "call" and self.floated[mark["name"]]["page"] <= mark["page"]:
                return mark["name"]
        return None

    def tall(self, figure):
        return figure["end"] - figure["y"]

    def page(self, number):
        """The figures of a page that can be set smaller."""
        figures = [mark for mark in self.flow if mark["kind"] == "figure"] + list(self.floated.values())
        return [mark for mark in figures if mark["page"] == number and mark["lines"]]

def shares(setting, figure, room, index):
    """What may be set smaller, and how much, so that a figure stands where it is called for: itself, the page's, or those
    of the page before, too."""
    missing = setting.tall(figure) + GAP - room
    others = setting.page(setting.flow[index]["page"])
    if figure["lines"]:
        yield {figure["name"]: (room - GAP) / max(setting.tall(figure), 1)}
        others.append(figure)
    # The parts on the page before give way, too: their room is used there.
    for group in others, others + setting.page(setting.flow[index]["page"] - 1):
        total = sum(setting.tall(other) for other in group)
        if total > missing:
            yield {other["name"]: 1 - 1.05 * missing / total for other in group}

def smaller_by(setting, factors, less):
    sizes = dict(setting.smaller)
    for name, factor in factors.items():
        sizes[name] = round(setting.smaller.get(name, common) * min(factor, 0.98) - less, 3)
    return sizes if all(size >= SMALLEST for size in sizes.values()) else None

def mended(setting, settled):
    """The document with its first hole filled, as far as that can be done; None where it has none."""
    for figure, room, index in setting.holes():
        key = (figure["kind"], figure["name"] or index)
        if key in settled:
            continue
        settled.add(key)
        if figure["kind"] != "figure":
            continue
        page = setting.flow[index]["page"]
        trials = []
        candidates = list(shares(setting, figure, room, index))
        behind = setting.flow[index + 1:]
        drawn = next((i for i, mark in enumerate(behind) if mark["kind"] == "drawn"), len(behind))
        waits = drawn + 1 < len(behind) and behind[drawn + 1]["kind"] in ("text", "columned")
        # Little smaller before elsewhere, elsewhere before much smaller.
        for factors in candidates[:1]:
            if min(factors.values(), default=0) >= 0.9:
                trials.append(("size", factors))
        if waits and figure["name"] not in astray:
            trials.append(("place", figure["name"]))
        trials += [("size", factors) for factors in candidates]
        best = None
        for kind, what in trials:
            if kind == "place":
                trial = Setting(setting.adrift + [what], setting.smaller)
                if trial.astray():
                    continue
                left = max((room for mark, room, at in trial.holes() if trial.flow[at]["page"] == page), default=0)
            else:
                left = room
                for less in 0, 0.03, 0.06:
                    sizes = smaller_by(setting, what, less)
                    if sizes is None:
                        break
                    trial = Setting(setting.adrift, sizes)
                    there = [mark for mark in trial.flow if mark["kind"] == "figure" and mark["name"] == figure["name"]]
                    if there and there[0]["page"] <= page:
                        left = 0
                        break
            if left < room - WHITE and (best is None or left < best[0]):
                best = (left, trial)
            if left == 0:
                break
        if best:
            return best[1]
    return None

# A last page with a few lines is avoided by figures that are all a little smaller, where that is enough.
results = []
for common in 1, 0.95, 0.9:
    settled, astray = set(), set()
    setting = Setting([], {})
    for _ in range(80):
        better = mended(setting, settled)
        if better is None:
            break
        setting = better
        # What was changed above may have made room where a figure was called for.
        while setting.astray():
            name = setting.astray()
            astray.add(name)
            setting = Setting([other for other in setting.adrift if other != name], setting.smaller)
    end = setting.end()
    results.append((end[0], -common, setting.pdf, [setting.adrift, setting.smaller, common]))
    if end[0] == 1 or end[1] > BOTTOM - 0.88 * HEIGHT:
        break
pdf, places = min(results, key=lambda result: result[:2])[2:]
with open(made, "wb") as file:
    file.write(pdf)
with open(made + ".places", "w") as file:
    json.dump(places, file, sort_keys=True)
