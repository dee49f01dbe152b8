/// The part of `GuessScript` that lets a reader draw a curve on a figure's own axes, and measures its error.
enum GuessedCurveScript {
  static let text = #"""
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

    """#
}
