"""How long it takes from a hand on the slider of the flagship's α to the new figure on the page."""

MOVES = 24

MOVE = """async moves => {
  const slider = document.getElementById("control-alpha"), results = [];
  const drawn = () => document.querySelector("#fig-drift svg").outerHTML;
  // Values that no move had before, so that no drawing is taken from the store.
  const from = Math.random() * 0.4;
  for (let i = 0; i < moves; i++) {
    const before = drawn(), start = performance.now();
    slider.step = "any";
    slider.value = 1 + from + i * 0.11;
    const value = slider.value;
    slider.oninput();
    while (drawn() === before && performance.now() - start < 10000) await new Promise(r => setTimeout(r, 4));
    results.push((performance.now() - start) / 1000);
    // A hand rests now and then; what else belongs to the page comes meanwhile.
    for (let n = 0; n < 400 && document.getElementById("preview-status").textContent !== "Up to date"; n++) await new Promise(r => setTimeout(r, 10));
    await new Promise(r => setTimeout(r, 150));
  }
  return results;
}"""


def hand_to_figure(frame, where):
    """Moves the slider; the median and the slowest move, in seconds, which are printed."""
    seconds = sorted(frame.evaluate(MOVE, MOVES))
    median, slowest = seconds[len(seconds) // 2], seconds[-1]
    print(f"      hand to figure in the {where}, {MOVES} moves: median {median:.2f} s, slowest {slowest:.2f} s", flush=True)
    return median, slowest
