(() => {
  // What is right, for each guess: a page may show several states, so it is asked for when it is needed.
  const answerOf = guess => document.querySelector(`.guess-answers [data-guess="${guess.id}"]`)?.dataset;
  const guesses = [...document.querySelectorAll(".guess")].filter(answerOf);
  if (!guesses.length) return;
  const main = document.querySelector("main");
  const make = (name, set = {}, ...content) => {
    const element = Object.assign(document.createElement(name), set);
    element.append(...content);
    return element;
  };
  const button = (text, act, kind = "") => {
    const made = make("button", { type: "button", className: kind }, text);
    made.addEventListener("click", act);
    return made;
  };

  // What was guessed: {value: …}, or {shown: true} where the reader asked to be shown.
  const kept = new Map();
  const key = guess => "gimbal-guess:" + guess.dataset.key;
  function recall(guess) {
    if (kept.has(key(guess))) return kept.get(key(guess));
    try { return JSON.parse(localStorage.getItem(key(guess))); } catch { return null; }
  }
  function keep(guess, made) {
    kept.set(key(guess), made);
    try {
      if (made) localStorage.setItem(key(guess), JSON.stringify(made));
      else localStorage.removeItem(key(guess));
    } catch { /* the page remembers it while it is open */ }
  }

  // Whether the page asks as one reads, or shows everything: the reader's choice, which a link can make, too (#all).
  const isLinked = () => location.hash.slice(1).split("&").includes("all");
  let showsAll = isLinked();
  try { showsAll ||= localStorage.getItem("gimbal-guesses") === "all"; } catch { /* nothing is remembered */ }

  const live = make("p", { className: "guess-live", role: "status" });
  main.append(live);
  const say = text => { live.textContent = ""; setTimeout(() => { live.textContent = text; }, 50); };

  // What a guess veils: its answer, and what follows up to the next heading of its section's level or a higher one. A check
  // veils its answer.
  const level = element => /^H[1-6]$/.test(element.tagName) ? +element.tagName[1] : 0;
  const isCheck = guess => "check" in guess.dataset;
  const headings = () => [...main.querySelectorAll("h1, h2, h3, h4, h5, h6")].filter(each => !each.closest("header, li, blockquote, .alert, .guess"));
  function followers(guess) {
    if (isCheck(guess)) return [];
    const isBehind = each => guess.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING;
    const all = headings();
    const before = all.filter(each => !isBehind(each)).pop();
    const end = all.find(each => isBehind(each) && level(each) <= (before ? level(before) : 6));
    const found = [];
    // The guess may be in other elements, and so may the heading that ends its section.
    const add = element => {
      if (element === end || element.matches(".footnotes, .references, script, .guess-live")) return false;
      if (element.contains(end ?? null)) return [...element.children].every(add);
      found.push(element);
      return true;
    };
    const behind = element => {
      for (let next = element.nextElementSibling; next; next = next.nextElementSibling) if (!add(next)) return false;
      return element.parentElement === main || behind(element.parentElement);
    };
    behind(guess);
    return found;
  }
  // A note that only veiled parts refer to, or notes that are veiled themselves, is veiled with them; its number stays.
  function addNotes(hidden) {
    const places = new Map();
    for (const link of main.querySelectorAll(".footnote-ref > a")) {
      const address = link.getAttribute("href");
      places.set(address, [...places.get(address) ?? [], link]);
    }
    const isHidden = element => element !== main && (hidden.has(element) || isHidden(element.parentElement));
    const notes = new Set(main.querySelectorAll(".footnotes li[id]"));
    for (let count = 0; count !== notes.size;) {
      count = notes.size;
      for (const note of notes) {
        const links = places.get("#" + note.id);
        if (!links?.every(isHidden)) continue;
        [...note.children].forEach(element => hidden.add(element));
        notes.delete(note);
      }
    }
  }
  function veil() {
    document.documentElement.classList.remove("veiling");
    const hidden = new Set();
    for (const guess of guesses) {
      const isOpen = !showsAll && !recall(guess) && Boolean(answerOf(guess));
      const answer = guess.querySelector(":scope > .answer");
      const all = [answer, ...followers(guess)];
      if (isOpen) all.forEach(element => hidden.add(element));
      guess.classList.toggle("open", isOpen);
      guess.form.hidden = !isOpen;
      guess.outcome.hidden = !recall(guess) || !answerOf(guess);
      guess.veil.hidden = !isOpen || all.length < 2;
    }
    addNotes(hidden);
    for (const element of document.querySelectorAll("main [data-veiled]")) {
      if (hidden.has(element)) continue;
      element.hidden = element.inert = false;
      delete element.dataset.veiled;
    }
    for (const element of hidden) {
      element.hidden = element.inert = true;
      element.dataset.veiled = "";
    }
    const made = guesses.filter(recall).length;
    all.querySelector("span").textContent = `${made} of ${guesses.length} answered. `;
    all.hidden = !made;
  }

  // Numbers.
  const number = text => {
    // Spaces part groups of three digits; “2 8” is no number.
    const plain = text.trim().replace("−", "-").replace(",", ".").replace(/^([-+]?)\s+/, "$1")
      .replace(/^[-+]?\d{1,3}(?:\s\d{3})+(?!\d)/, digits => digits.replace(/\s/g, ""));
    return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain) ? Number(plain) : NaN;
  };
  // A unit as different people write it: m/s², m/s2, m/s^2, m s-2.
  const plainUnit = text => text.normalize("NFKC").replace(/[−⁻]/g, "-").replace(/\^|\*\*/g, "").replace(/[\s·⋅*]+/g, " ").trim()
    .replace(/ ([a-z]+)-(\d)/gi, (_, name, power) => "/" + name + (power === "1" ? "" : power)).replace(/ /g, "").replace(/^deg(rees?)?/i, "°");
  const shown = value => {
    const size = Math.abs(value);
    if (size && (size >= 1e6 || size < 1e-4)) {
      const [digits, power] = value.toExponential(1).split("e");
      const raised = [...power.replace("+", "")].map(sign => "⁰¹²³⁴⁵⁶⁷⁸⁹"[sign] ?? "⁻").join("");
      return digits.replace("-", "−") + "×10" + raised;
    }
    return String(Number(value.toPrecision(3))).replace("-", "−");
  };
  const withUnit = (text, unit) => text + (unit ? (unit === "°" ? "" : "\u00A0") + unit : "");
  const percent = share => `${share < 0.995 ? Number((share * 100).toPrecision(2)) : Math.round(share * 100)}\u00A0%`;

  const mine = guess => isCheck(guess) ? "Your answer" : "Your guess";

  const kinds = {
    number: guess => {
      const { unit = "" } = answerOf(guess);
      const name = guess.id + "-number";
      const input = make("input", { type: "text", inputMode: "decimal", id: name, autocomplete: "off" });
      const problem = make("p", { className: "guess-problem", id: name + "-problem", role: "alert" });
      input.setAttribute("aria-describedby", problem.id);
      const label = make("label", { htmlFor: name }, unit ? `${mine(guess)} in ${unit}` : mine(guess));
      return {
        parts: [label, make("span", { className: "guess-field" }, input, make("span", { ariaHidden: "true" }, unit)), problem],
        enter: input,
        read: () => {
          const [, text, rest = ""] = /^([-+−]?[\d\s.,]*\d[.,]?(?:e[-+]?\d+)?)\s*(\D.*)?$/is.exec(input.value.trim()) ?? [, ""];
          const isForeign = rest !== "" && plainUnit(rest) !== plainUnit(unit);
          const value = isForeign ? NaN : number(text);
          const isBad = !Number.isFinite(value);
          problem.textContent = !isBad ? "" : isForeign && unit ? `Type the number in ${unit}.`
            : "Type a number, for example 2.5 or 2,5.";
          input.setAttribute("aria-invalid", isBad);
          if (isBad) input.focus();
          return isBad ? null : value;
        },
        clear: () => { input.value = ""; problem.textContent = ""; input.removeAttribute("aria-invalid"); },
        words: value => {
          const { right, tolerance, share } = answerOf(guess);
          const exact = Number(right), off = value - exact;
          const room = Number(tolerance) * (share ? Math.abs(exact) : 1);
          const guessed = `You ${isCheck(guess) ? "answered" : "guessed"} ${withUnit(shown(value), unit)}.`;
          // A percentage of zero has no meaning, and a very large one is not helpful.
          const ratio = Math.abs(off / exact);
          const of = exact === 0 || ratio < 0.0005 ? "" : ratio > 10
            ? ` (${shown(Math.abs(value / exact))} times the right value)` : ` (${percent(ratio)})`;
          const amount = withUnit(shown(Math.abs(off)), unit) + of;
          if (Math.abs(off) <= room * (1 + 1e-9))
            return [true, `${guessed} That is right` + (ratio < 0.0005 || off === 0 ? "." : `: ${amount} off.`)];
          return [false, `${guessed} That is ${amount} too ${off > 0 ? "much" : "little"}.`];
        },
      };
    },

    choice: guess => {
      const list = itemsOf(guess);
      const inputs = [...list.children].map((item, index) => {
        const input = make("input", { type: "radio", name: guess.id, value: index });
        item.replaceChildren(make("label", {}, input, make("span", {}, ...item.childNodes)));
        return input;
      });
      list.classList.add("guess-choices");
      list.setAttribute("role", "radiogroup");
      list.setAttribute("aria-label", mine(guess));
      for (const item of list.children) item.setAttribute("role", "presentation");
      const problem = make("p", { className: "guess-problem", role: "alert" });
      const text = index => list.children[index].textContent.trim();
      const right = () => Number(answerOf(guess).right);
      return {
        parts: [problem],
        read: () => {
          const index = inputs.findIndex(input => input.checked);
          problem.textContent = index < 0 ? "Choose one of the answers." : "";
          if (index < 0) inputs[0].focus();
          return index < 0 ? null : index;
        },
        isValue: value => Number.isInteger(value) && value >= 0 && value < inputs.length,
        show: value => {
          inputs.forEach((input, index) => {
            input.disabled = true;
            input.checked = index === value;
            list.children[index].classList.toggle("right", index === right());
          });
        },
        clear: () => {
          problem.textContent = "";
          inputs.forEach((input, index) => {
            input.disabled = input.checked = false;
            list.children[index].classList.remove("right");
          });
        },
        words: value => value === right()
          ? [true, `You chose “${text(value)}”. That is right.`]
          : [false, `You chose “${text(value)}”. The right answer is “${text(right())}”.`],
      };
    },

    order: guess => {
      const list = itemsOf(guess);
      const items = [...list.children];
      const right = () => answerOf(guess).right.split(",").map(Number);
      const texts = items.map(item => item.textContent.trim());
      list.classList.add("guess-order");
      const move = (item, by) => {
        const index = [...list.children].indexOf(item);
        const other = list.children[index + by];
        if (!other) return;
        if (by < 0) other.before(item); else other.after(item);
        label();
        const buttons = item.querySelectorAll("button");
        const same = buttons[by < 0 ? 0 : 1];
        (same.disabled ? buttons[by < 0 ? 1 : 0] : same).focus();
        say(`${texts[items.indexOf(item)]}: place ${index + by + 1} of ${items.length}`);
      };
      const label = () => [...list.children].forEach((item, index) => {
        const [up, down] = item.querySelectorAll("button");
        up.disabled = index === 0;
        down.disabled = index === items.length - 1;
      });
      items.forEach((item, index) => {
        const up = button("↑", () => move(item, -1)), down = button("↓", () => move(item, 1));
        up.setAttribute("aria-label", `move up: ${texts[index]}`);
        down.setAttribute("aria-label", `move down: ${texts[index]}`);
        item.replaceChildren(
          make("span", { className: "guess-item" }, ...item.childNodes), make("span", { className: "guess-moves" }, up, down));
      });
      label();
      return {
        parts: [],
        read: () => [...list.children].map(item => items.indexOf(item)),
        isValue: value => Array.isArray(value) && [...value].sort((a, b) => a - b).join() === items.map((_, i) => i).join(),
        show: value => {
          right().forEach(index => list.append(items[index]));
          items.forEach((item, index) => {
            item.querySelector(".guess-moves").hidden = true;
            if (value) item.dataset.place = value.indexOf(index) + 1;
          });
        },
        clear: () => {
          items.forEach(item => {
            list.append(item);
            item.querySelector(".guess-moves").hidden = false;
            delete item.dataset.place;
          });
          label();
        },
        words: value => {
          const hits = value.filter((index, place) => right()[place] === index).length;
          return hits === items.length ? [true, "Your order is right."]
            : [false, `${hits} of ${items.length} in the right place. Behind each item stands the place that you gave it.`];
        },
      };
    },
  };
  // Curves, drawn on the figure's own axes: places are shares of the axes, from the lower left corner.
  const steps = 40;
  const frameOf = svg => {
    for (const path of svg.querySelectorAll("path")) {
      const found = /^M([-\d.]+),([-\d.]+)L\1,([-\d.]+) ([-\d.]+),\3M\4,\2M\1,\2$/.exec(path.getAttribute("d"));
      if (!found) continue;
      const [left, top, bottom, right] = found.slice(1).map(Number);
      return { left, top, width: right - left, height: bottom - top };
    }
    return null;
  };
  const seriesOf = svg => [...svg.querySelectorAll("g")].filter(group => group.firstElementChild?.tagName === "title");
  const svgElement = (name, set) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(set)) element.setAttribute(key, value);
    return element;
  };
  const lineOf = (heights, frame) => heights.map((height, index) => [index, height]).filter(([, height]) => height !== null)
    .map(([index, height]) => [frame.left + index / steps * frame.width, frame.top + (1 - height) * frame.height])
    .map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" ");
  // What lies between the places that were drawn.
  const between = heights => {
    const known = heights.map((height, index) => [index, height]).filter(([, height]) => height !== null);
    return heights.map((height, index) => {
      if (height !== null || known.length < 2) return height;
      const after = known.findIndex(([place]) => place > index);
      if (after <= 0) return null;
      const [[x, a], [z, b]] = [known[after - 1], known[after]];
      return a + (b - a) * (index - x) / (z - x);
    });
  };

  kinds.curve = guess => {
    const picture = () => document.getElementById(answerOf(guess)?.figure)?.querySelector(".picture > svg");
    const source = picture(), frame = source && frameOf(source);
    // The right curve at each place; null where it is not on the axes.
    function rightHeights() {
      const svg = picture(), own = svg && frameOf(svg);
      const group = own && seriesOf(svg).find(each => each.firstElementChild.textContent === answerOf(guess).series);
      const points = [...group?.querySelectorAll("path") ?? []].flatMap(path =>
        [...path.getAttribute("d").matchAll(/([-\d.]+),([-\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]));
      points.sort((a, b) => a[0] - b[0]);
      return Array.from({ length: steps + 1 }, (_, index) => {
        if (points.length < 2) return null;
        const x = own.left + index / steps * own.width;
        const after = points.findIndex(point => point[0] >= x - 0.01);
        if (after < 0 || after === 0 && points[0][0] > x + 0.01) return null;
        const [[a, p], [b, q]] = [points[Math.max(after - 1, 0)], points[after]];
        const y = b - a < 0.01 ? q : p + (q - p) * Math.min(Math.max((x - a) / (b - a), 0), 1);
        return 1 - (y - own.top) / own.height;
      });
    }
    if (!frame || rightHeights().every(height => height === null)) return null;

    const svg = source.cloneNode(true);
    const names = new Set(seriesOf(svg).map(each => each.firstElementChild.textContent.trim()));
    seriesOf(svg).forEach(each => each.remove());
    for (const text of svg.querySelectorAll("text")) {
      if (!names.has(text.textContent.trim())) continue;
      // Next to its name in the legend is a sample of the series.
      const [x, y] = ["x", "y"].map(key => Number(text.getAttribute(key)));
      for (const path of svg.querySelectorAll("path")) {
        const points = [...path.getAttribute("d").matchAll(/[ML]\s*([-\d.]+),([-\d.]+)/g)].map(([, a, b]) => [Number(a), Number(b)]);
        if (points.length && points.every(([a, b]) => Math.abs(a - x) < 34 && b > y - 9 && b < y + 3)) path.remove();
      }
      text.remove();
    }
    for (const element of [svg, ...svg.querySelectorAll("[id]")]) element.removeAttribute("id");
    svg.removeAttribute("aria-label");
    svg.setAttribute("role", "presentation");
    const line = svgElement("polyline", { fill: "none", stroke: "currentColor", "stroke-width": 2, "class": "guess-line" });
    const spot = svgElement("circle", { r: 4, fill: "currentColor", "class": "guess-spot", visibility: "hidden" });
    svg.append(line, spot);
    let heights = Array(steps + 1).fill(null), place = 0;
    const board = make("div", { className: "guess-board", tabIndex: 0, id: guess.id + "-board" }, svg);
    board.setAttribute("role", "slider");
    board.setAttribute("aria-orientation", "vertical");
    board.setAttribute("aria-valuemin", 0);
    board.setAttribute("aria-valuemax", 100);
    board.setAttribute("aria-label", "Your curve: left and right choose a place, up and down its height");
    function draw() {
      line.setAttribute("points", lineOf(between(heights), frame));
      const height = heights[place] ?? between(heights)[place];
      const value = Math.round(100 * (height ?? 0));
      board.setAttribute("aria-valuenow", value);
      board.setAttribute("aria-valuetext",
        `place ${place + 1} of ${steps + 1}: ` + (height === null ? "no height yet" : `${value} % of the height`));
      spot.setAttribute("cx", frame.left + place / steps * frame.width);
      spot.setAttribute("cy", frame.top + (1 - (height ?? 0)) * frame.height);
      problem.textContent = "";
    }
    const problem = make("p", { className: "guess-problem", role: "alert" });
    // The place of a pointer, as shares of the axes.
    const at = event => {
      const box = svg.getBoundingClientRect(), view = svg.viewBox.baseVal;
      const share = (value, low, size) => Math.min(Math.max((value - low) / size, 0), 1);
      return [share((event.clientX - box.left) / box.width * view.width, frame.left, frame.width),
        1 - share((event.clientY - box.top) / box.height * view.height, frame.top, frame.height)];
    };
    let last = null;
    board.addEventListener("pointerdown", event => {
      if (event.button) return;
      board.setPointerCapture(event.pointerId);
      last = at(event);
      place = Math.round(last[0] * steps);
      heights[place] = last[1];
      spot.setAttribute("visibility", "hidden");
      draw();
    });
    board.addEventListener("pointermove", event => {
      if (!last || !event.buttons) return;
      const now = at(event);
      const [from, to] = [Math.round(last[0] * steps), Math.round(now[0] * steps)];
      for (let index = Math.min(from, to); index <= Math.max(from, to); index++) {
        const share = from === to ? 1 : (index - from) / (to - from);
        heights[index] = last[1] + (now[1] - last[1]) * share;
      }
      place = to;
      last = now;
      draw();
    });
    for (const end of ["pointerup", "pointercancel"]) board.addEventListener(end, () => { last = null; });
    board.addEventListener("keydown", event => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const across = { ArrowLeft: -1, ArrowRight: 1, Home: -steps, End: steps }[event.key];
      const up = { ArrowUp: 0.025, ArrowDown: -0.025, PageUp: 0.1, PageDown: -0.1 }[event.key];
      if (across === undefined && up === undefined) return;
      event.preventDefault();
      spot.setAttribute("visibility", "visible");
      if (across !== undefined) place = Math.min(Math.max(place + across, 0), steps);
      else {
        // A place that was not drawn begins at the height of the last one before it.
        const before = heights.slice(0, place + 1).filter(height => height !== null).pop() ?? 0;
        const height = between(heights)[place] ?? before;
        heights[place] = Math.min(Math.max(height + up, 0), 1);
      }
      draw();
    });
    draw();
    const isCurve = value => Array.isArray(value) && value.length === steps + 1
      && value.every(height => height === null || Number.isFinite(height));
    const drop = () => document.querySelectorAll(`[data-drawn="${guess.id}"]`).forEach(element => element.remove());
    return {
      parts: [board, problem],
      enter: board,
      read: () => {
        const drawn = between(heights), right = rightHeights();
        // Two points say little about a curve: half of it must be drawn.
        const places = right.filter(height => height !== null).length;
        const covered = drawn.filter((height, index) => height !== null && right[index] !== null).length;
        const isEnough = covered > 1 && covered >= 0.5 * places;
        if (!isEnough) {
          problem.textContent = covered > 1 ? `Draw the curve across the axes: so far it covers ${percent(covered / places)}.`
            : "Draw a curve across the axes.";
          board.focus();
        }
        return isEnough ? drawn.map(height => height === null ? null : Number(height.toFixed(4))) : null;
      },
      isValue: isCurve,
      show: value => {
        drop();
        if (!value) return;
        const all = document.getElementById(answerOf(guess).figure)?.querySelectorAll(".picture > svg") ?? [];
        for (const picture of all) {
          const own = frameOf(picture);
          if (!own) continue;
          const drawn = svgElement("polyline", {
            points: lineOf(value, own), fill: "none", stroke: "currentColor", "stroke-width": 1.6, "stroke-dasharray": "1.5 4",
            "data-drawn": guess.id });
          const title = svgElement("title", {});
          title.textContent = "your guess";
          drawn.append(title);
          picture.append(drawn);
        }
      },
      clear: () => { heights = Array(steps + 1).fill(null); place = 0; drop(); draw(); },
      words: value => {
        const right = rightHeights();
        const off = value.map((height, index) => height === null || right[index] === null ? null : height - right[index])
          .filter(each => each !== null);
        const rms = Math.sqrt(off.reduce((sum, each) => sum + each * each, 0) / off.length);
        return [rms <= 0.1, `Your curve, dotted in the figure, is ${percent(rms)} of the axis away from the right one (root mean square).`];
      },
    };
  };
  // The list above the answer.
  function itemsOf(guess) {
    return [...guess.querySelectorAll(":scope > ul")].pop();
  }

  function setUp(guess) {
    const kind = kinds[answerOf(guess).kind](guess);
    if (!kind) return false;
    const answer = guess.querySelector(":scope > .answer");
    const reveal = made => {
      keep(guess, made);
      settle();
      veil();
      guess.result.focus({ preventScroll: true });
      say(guess.result.textContent + (isCheck(guess) ? " The answer is shown." : " The answer and what follows are shown."));
    };
    const submit = () => {
      const value = kind.read();
      if (value !== null) reveal({ value });
    };
    guess.form = make("div", { className: "guess-form" }, ...kind.parts,
      make("p", { className: "guess-buttons" }, button(isCheck(guess) ? "Check" : "Guess", submit, "primary"),
        button("Show me", () => reveal({ shown: true }))));
    kind.enter?.addEventListener("keydown", event => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      submit();
    });
    guess.result = make("p", { className: "guess-result", tabIndex: -1 });
    const again = button(isCheck(guess) ? "Try again" : "Guess again", () => {
      keep(guess, null);
      kind.clear?.();
      veil();
      (kind.enter ?? guess.querySelector("input, button:not([disabled]), [tabindex='0']"))?.focus();
      say(isCheck(guess) ? "The answer is veiled again." : "What follows is veiled again.");
    });
    guess.outcome = make("div", { className: "guess-outcome" }, guess.result, again);
    guess.veil = make("p", { className: "guess-veil" }, "What follows is shown when you have guessed.");
    answer.before(guess.form);
    answer.after(guess.outcome, guess.veil);
    guess.kind = kind;
    // What another version of the page has remembered may not fit this one.
    function settle() {
      const made = recall(guess);
      if (!made || !answerOf(guess)) return;
      const isValue = kind.isValue ?? Number.isFinite;
      if (!made.shown && !isValue(made.value)) return keep(guess, null);
      const value = made.shown ? null : made.value;
      kind.show?.(value);
      const [isRight, words] = made.shown ? [null, "You asked to be shown."] : kind.words(value);
      guess.result.textContent = words;
      guess.outcome.dataset.right = isRight ?? "";
    }
    guess.settle = settle;
    return true;
  }

  const all = make("p", { className: "guess-all" }, make("span"), "They are kept in this browser only. ",
    button("Forget my guesses", () => {
      for (const guess of guesses) { keep(guess, null); guess.kind.clear?.(); }
      veil();
      say("Your guesses are forgotten.");
      guesses[0].scrollIntoView({ block: "center" });
      guesses[0].querySelector("input, button")?.focus({ preventScroll: true });
    }));
  const ways = [["Answer as you go", false], ["Show everything", true]].map(([words, shows]) => {
    const input = make("input", { type: "radio", name: "guess-way" });
    input.addEventListener("change", () => choose(shows));
    return { shows, input, label: make("label", {}, input, words) };
  });
  const way = make("div", { className: "guess-way", role: "radiogroup", ariaLabel: "Questions of this page" },
    ...ways.map(way => way.label));
  function choose(shows) {
    showsAll = shows;
    for (const way of ways) way.input.checked = way.shows === shows;
    try {
      if (shows) localStorage.setItem("gimbal-guesses", "all");
      else localStorage.removeItem("gimbal-guesses");
      if (!shows && isLinked()) {
        const rest = location.hash.slice(1).split("&").filter(part => part !== "all").join("&");
        history.replaceState(null, "", rest ? "#" + rest : location.pathname + location.search);
      }
    } catch { /* the page remembers it while it is open */ }
    veil();
    say(shows ? "All answers and results are shown." : "Each answer is shown when you have guessed.");
  }
  for (let index = guesses.length - 1; index >= 0; index--) if (!setUp(guesses[index])) guesses.splice(index, 1);
  if (!guesses.length) return;
  live.before(all);
  for (const way of ways) way.input.checked = way.shows === showsAll;
  const header = document.querySelector("main > header");
  if (header) header.after(way);
  else guesses[0].before(way);
  for (const guess of guesses) guess.settle();
  veil();
  // What comes into the page later is veiled, too, and compared with what was guessed.
  new MutationObserver(() => {
    for (const guess of guesses) guess.settle();
    veil();
  }).observe(main, { childList: true });

  // A link to something veiled leads to the guess that veils it.
  function lead() {
    let name = "";
    // Behind the place is the state of the page's sliders.
    const [anchor] = location.hash.slice(1).split("&").filter(part => !part.includes("="));
    try { name = decodeURIComponent(anchor ?? ""); } catch { return; }
    const veiled = document.getElementById(name)?.closest("[data-veiled]");
    if (!veiled) return;
    const guess = guesses.filter(each => !recall(each) && !each.hidden)
      .find(each => each.contains(veiled) || followers(each).includes(veiled));
    guess?.scrollIntoView({ block: "center" });
    if (guess) say("What the link leads to is shown when you have guessed.");
  }
  // Paper has no button for what is veiled: it shows all.
  addEventListener("beforeprint", () => {
    for (const element of document.querySelectorAll("main [data-veiled]")) element.hidden = element.inert = false;
  });
  addEventListener("afterprint", veil);
  addEventListener("hashchange", () => {
    if (isLinked() && !showsAll) choose(true);
    lead();
  });
  document.addEventListener("click", event => {
    const link = event.target.closest?.("a[href^='#']");
    if (link && link.getAttribute("href") === location.hash) lead();
  });
  lead();
})();
