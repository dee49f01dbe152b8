(() => {
  const known = new WeakMap(), turns = new Map(), radian = Math.PI / 180;
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const escape = text => text.replace(/[&<>"]/g, c => "&#" + c.charCodeAt(0) + ";");
  const paint = (property, p) => `${property}:${p.color}` + (p.opacity ? `;${property}-opacity:${p.opacity}` : "");
  const number = x => Math.round(x * 100) / 100;

  // What is seen from a side: the axes of the picture in the space, and the scale that keeps everything inside.
  function camera(space, turn) {
    const a = (space.view[0] + turn[0]) * radian;
    const e = Math.max(-90, Math.min(90, space.view[1] + turn[1])) * radian;
    const right = [-Math.sin(a), Math.cos(a), 0], eye = [Math.cos(a) * Math.cos(e), Math.sin(a) * Math.cos(e), Math.sin(e)];
    const up = [-Math.cos(a) * Math.sin(e), -Math.sin(a) * Math.sin(e), Math.cos(e)];
    return { right, up, eye, fit: fit(space, right, up) };
  }
  function fit(space, right, up) {
    const [left, top, width, height] = space.frame, [x, y] = space.middle;
    const most = direction => Math.max(1, ...space.reach.map(p => Math.abs(dot(p, direction))));
    return Math.min(Math.min(x - left, left + width - x) / most(right), Math.min(y - top, top + height - y) / most(up));
  }
  function prepare(space) {
    if (space.box) {
      const [x, y, z] = space.box;
      space.reach = [[x, y, z], [x, y, -z], [x, -y, z], [-x, y, z]];
    } else {
      space.reach = space.arrows.flatMap(a => [a.from, a.to]);
      for (const path of space.paths)
        for (const part of path.parts)
          for (let i = 0; i < part.length; i += 3) space.reach.push(part.slice(i, i + 3));
    }
    space.first = Math.min(1, camera(space, [0, 0]).fit);
    return space;
  }

  // The parts of a path on the near half of a sphere, and inside of it, and those on its far half.
  function sides([x, y, z, radius], parts, eye) {
    const runs = [[], []];
    for (const part of parts) {
      let last = null;
      for (let i = 0; i < part.length; i += 3) {
        const p = part.slice(i, i + 3), out = [p[0] - x, p[1] - y, p[2] - z], height = dot(out, eye);
        const side = height < 0 && Math.hypot(...out) > 0.98 * radius ? 1 : 0;
        if (last && last.side === side) runs[side][runs[side].length - 1].push(p);
        else if (last) {
          const share = last.height === height ? 0 : Math.min(Math.max(last.height / (last.height - height), 0), 1);
          const edge = p.map((v, k) => last.p[k] + share * (v - last.p[k]));
          runs[last.side][runs[last.side].length - 1].push(edge);
          runs[side].push([edge, p]);
        } else runs[side].push([p]);
        last = { p, side, height };
      }
    }
    return runs;
  }

  function drawing(space, turn) {
    const { right, up, eye, fit } = camera(space, turn);
    const scale = Math.min(1, fit / space.first), [cx, cy] = space.middle;
    const [large, small] = space.sizes, high = large / 10;
    const at = p => [number(cx + scale * dot(p, right)), number(cy - scale * dot(p, up))];
    let back = "", middle = "", front = "", words = "";
    const stroke = l => `fill="none" stroke-width="${l.width}" style="${paint("stroke", l.paint)}"`
      + (l.dash ? ` stroke-dasharray="${l.dash}"` : "");
    const line = (a, b, p, width) =>
      `<path d="M${at(a)}L${at(b)}" ${stroke({ paint: p, width })}/>`;
    const word = (text, x, y, size, p, anchor = "middle") =>
      `<text x="${number(x)}" y="${number(y + size * 0.35)}" font-size="${size}" text-anchor="${anchor}"`
      + ` style="${paint("fill", p)}">${escape(text)}</text>`;
    const marker = ([x, y], shape, p, filled = true) => {
      const r = 3.1, d = {
        circle: `M${x - r},${y}a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0z`,
        square: `M${x - r},${y - r}h${2 * r}v${2 * r}h${-2 * r}z`,
        triangle: `M${x},${y - 4.1}L${x - 4.1},${y + 2.1}H${x + 4.1}z`,
        downTriangle: `M${x},${y + 4.1}L${x - 4.1},${y - 2.1}H${x + 4.1}z`,
        diamond: `M${x},${y - 4.4}L${x + 4.4},${y}L${x},${y + 4.4}L${x - 4.4},${y}z`,
        pentagon: `M${x},${y - 4.1}L${x + 3.9},${y - 1.3}L${x + 2.4},${y + 3.3}H${x - 2.4}L${x - 3.9},${y - 1.3}z`,
        cross: `M${x - r},${y - r}l${2 * r},${2 * r}m0,${-2 * r}l${-2 * r},${2 * r}`,
      }[shape];
      return `<path d="${d}" style="${paint("stroke", p)};${filled && shape !== "cross" ? paint("fill", p) : "fill:none"}"`
        + ` stroke-width="0.83"/>`;
    };
    const seenFromAbove = eye[2] > 0.999;
    if (space.box) {
      const [x, y, z] = space.box, nearX = eye[0] > 0 ? x : -x, nearY = eye[1] > 0 ? y : -y;
      // Numbers next to an edge, away from the middle, and the axis' label beyond them.
      const scaleOf = (axis, place) => {
        const first = axis.ticks[0], last = axis.ticks[axis.ticks.length - 1];
        if (!first) return;
        const a = at(place(first.at - 1)), b = at(place(last.at + 1));
        let out = [b[1] - a[1], a[0] - b[0]];
        const length = Math.hypot(...out);
        if (length < 1) return;
        out = out.map(v => v / length);
        const centre = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
        if ((centre[0] - cx) * out[0] + (centre[1] - cy) * out[1] < 0) out = out.map(v => -v);
        let before = null;
        for (const tick of axis.ticks) {
          const p = at(place(tick.at));
          // If an edge is seen nearly end on, its numbers would cover each other.
          if (before && Math.abs(p[0] - before[0]) < axis.widest && Math.abs(p[1] - before[1]) < small) continue;
          before = p;
          words += word(tick.text, p[0] + out[0] * (4 + axis.widest / 2), p[1] + out[1] * 8 * high, small, space.ink);
        }
        if (Math.abs(out[0]) > 0.98 && axis === space.axes[2]) {
          const p = at([place(0)[0], place(0)[1], z]);
          words += word(axis.label, p[0], p[1] - 9 * high, large, space.ink);
        } else {
          const beyond = Math.min((axis.widest / 2 + axis.half + 3) / Math.abs(out[0]), 13 * high / Math.abs(out[1]));
          words += word(axis.label, centre[0] + out[0] * (4 + axis.widest / 2 + beyond),
            centre[1] + out[1] * (8 * high + beyond), large, space.ink);
        }
      };
      for (const tick of space.axes[0].ticks) back += line([tick.at, -y, -z], [tick.at, y, -z], space.faint, 0.6);
      for (const tick of space.axes[1].ticks) back += line([-x, tick.at, -z], [x, tick.at, -z], space.faint, 0.6);
      back += line([-x, nearY, -z], [x, nearY, -z], space.muted, 0.8) + line([nearX, -y, -z], [nearX, y, -z], space.muted, 0.8);
      scaleOf(space.axes[0], v => [v, nearY, -z]);
      scaleOf(space.axes[1], v => [nearX, v, -z]);
      if (!seenFromAbove) {
        const corner = [[-x, -y], [-x, y], [x, -y], [x, y]].reduce((p, q) => dot([...q, 0], right) < dot([...p, 0], right) ? q : p);
        back += line([...corner, -z], [...corner, z], space.muted, 0.8);
        scaleOf(space.axes[2], v => [...corner, v]);
      }
    }
    if (space.sphere) {
      const [x, y] = at(space.sphere), r = number(scale * space.sphere[3]);
      back += `<circle cx="${x}" cy="${y}" r="${r}" ${stroke({ paint: space.muted, width: 0.6 })}/>`;
    }
    for (const path of space.paths) {
      const way = floor => path.parts.map(part => {
        let d = "";
        for (let i = 0; i < part.length; i += 3)
          d += (i ? "L" : "M") + at([part[i], part[i + 1], floor === undefined ? part[i + 2] : floor]);
        return d;
      }).join("");
      if (path.shadow && !seenFromAbove) back += `<path d="${way(-space.box[2])}" ${stroke({ paint: path.shadow, width: 0.8 })}/>`;
      const title = path.name ? `<title>${escape(path.name)}</title>` : "";
      if (space.sphere) {
        const [near, far] = sides(space.sphere, path.parts, eye).map(runs =>
          runs.map(run => run.map((p, i) => (i ? "L" : "M") + at(p)).join("")).join(""));
        if (far) back += `<path d="${far}" ${stroke(path.far)}>${title}</path>`;
        if (near) middle += `<path d="${near}" ${stroke(path.line)}>${title}</path>`;
      } else {
        middle += `<path d="${way()}" ${stroke(path.line)}>${title}</path>`;
      }
      for (let i = 0; i < (path.marks ?? []).length; i += 3) middle += marker(at(path.marks.slice(i, i + 3)), path.mark, path.line.paint);
      if (path.start) front += marker(at(path.parts[0].slice(0, 3)), "circle", space.ink, false);
      if (path.end) front += marker(at(path.parts[path.parts.length - 1].slice(-3)), path.end, path.line.paint);
    }
    for (const arrow of space.arrows) {
      const a = at(arrow.from), b = at(arrow.to), flat = [b[0] - a[0], b[1] - a[1]], length = Math.hypot(...flat);
      const size = scale * Math.hypot(...arrow.to.map((v, i) => v - arrow.from[i]));
      let way = [0.7, -0.7];
      if (length > 0.02 * size) {
        way = flat.map(v => v / length);
        const head = Math.min(scale * arrow.head, 0.13 * size, length), neck = b.map((v, i) => v - head * way[i]);
        const side = k => [number(neck[0] - k * 0.36 * head * way[1]), number(neck[1] + k * 0.36 * head * way[0])];
        middle += `<path d="M${a}L${neck.map(number)}" ${stroke(arrow.line)}/>`
          + `<path d="M${b}L${side(1)}L${side(-1)}z" style="${paint("fill", arrow.line.paint)}"/>`;
      } else {
        middle += `<circle cx="${b[0]}" cy="${b[1]}" r="2" style="${paint("fill", arrow.line.paint)}"/>`;
      }
      if (arrow.name) words += word(arrow.name, b[0] + 9 * high * way[0], b[1] + 9 * high * way[1], large, arrow.text);
    }
    for (const item of space.items)
      words += item.marker ? marker(item.at, item.marker, item.paint) : item.text === undefined
        ? `<path d="M${item.at[0]},${item.at[1]}L${item.at[2]},${item.at[3]}" ${stroke(item.line)}/>`
        : word(item.text, item.at[0], item.at[1], item.size, item.paint, item.anchor);
    return back + middle + front + words;
  }

  function state(box) {
    if (known.has(box)) return known.get(box);
    const svg = box.querySelector("svg"), data = box.querySelector("script.space");
    // A figure that takes the place of another state of itself is seen from the same side.
    const place = box.closest("figure")?.id ? `${box.className} ${box.closest("figure").id}` : box;
    if (!turns.has(place)) turns.set(place, [0, 0]);
    const figure = { svg, spaces: JSON.parse(data.textContent).map(prepare), turn: turns.get(place), layer: null, hidden: [] };
    known.set(box, figure);
    return figure;
  }
  // The picture as it was drawn, or a layer in place of what its spaces hold.
  function show(figure) {
    const turned = figure.turn[0] || figure.turn[1];
    if (turned && !figure.layer) {
      const page = figure.svg.getBoundingClientRect(), unit = figure.svg.viewBox.baseVal.width / page.width;
      for (const shape of figure.svg.querySelectorAll("path, text, use, polygon, polyline, line, circle, rect")) {
        if (shape.closest("defs")) continue;
        const r = shape.getBoundingClientRect();
        const x = (r.x + r.width / 2 - page.x) * unit, y = (r.y + r.height / 2 - page.y) * unit;
        if (figure.spaces.some(({ room: [l, t, w, h] }) => x >= l && x <= l + w && y >= t && y <= t + h)) figure.hidden.push(shape);
      }
      figure.layer = document.createElementNS("http://www.w3.org/2000/svg", "g");
      figure.svg.append(figure.layer);
    }
    for (const shape of figure.hidden) shape.style.visibility = turned ? "hidden" : "";
    if (figure.layer) figure.layer.innerHTML = turned ? figure.spaces.map(s => drawing(s, figure.turn)).join("") : "";
    figure.button.disabled = !turned;
    figure.button.textContent = turned ? "as it was" : "drag to turn";
  }
  function turn(box, azimuth, elevation) {
    const figure = state(box), heights = figure.spaces.map(s => s.view[1]);
    figure.turn[0] = (figure.turn[0] + azimuth) % 360;
    figure.turn[1] = Math.max(-90 - Math.max(...heights), Math.min(90 - Math.min(...heights), figure.turn[1] + elevation));
    show(figure);
  }
  function reset(box) {
    state(box).turn.fill(0);
    show(state(box));
  }

  // Figures may come and go while a page is open.
  function setUp() {
    for (const box of document.querySelectorAll(".turnable:not([tabindex])")) {
      if (!box.querySelector("script.space")) continue;
      box.tabIndex = 0;
      box.setAttribute("aria-label", box.getAttribute("aria-label") + " Arrow keys turn it.");
      const button = document.createElement("button");
      button.type = "button";
      button.className = "turning";
      button.addEventListener("click", () => { reset(box); box.focus(); });
      box.after(button);
      state(box).button = button;
      show(state(box));
    }
  }
  setUp();
  new MutationObserver(setUp).observe(document.body, { childList: true, subtree: true });

  // The figure in which something happens.
  function boxOf(event) {
    const box = event.target.closest?.(".turnable");
    return box && known.has(box) ? box : null;
  }
  let dragged = null;
  document.addEventListener("pointerdown", event => {
    const box = boxOf(event);
    if (!box || event.button) return;
    dragged = { box, x: event.clientX, y: event.clientY };
    box.setPointerCapture(event.pointerId);
  });
  document.addEventListener("pointermove", event => {
    if (!dragged || !event.buttons) return;
    turn(dragged.box, (dragged.x - event.clientX) * 0.5, (event.clientY - dragged.y) * 0.5);
    [dragged.x, dragged.y] = [event.clientX, event.clientY];
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => { dragged = null; });
  document.addEventListener("dblclick", event => {
    const box = boxOf(event);
    if (box) reset(box);
  });
  document.addEventListener("keydown", event => {
    const box = boxOf(event);
    if (!box || event.ctrlKey || event.altKey || event.metaKey) return;
    const by = { ArrowLeft: [5, 0], ArrowRight: [-5, 0], ArrowUp: [0, -5], ArrowDown: [0, 5] }[event.key];
    if (by) turn(box, ...by);
    else if (event.key === "Home" || event.key === "Escape") reset(box);
    else return;
    event.preventDefault();
  });
  // Paper shows the picture as it was drawn.
  const all = () => [...document.querySelectorAll(".turnable")].filter(box => known.has(box)).map(state);
  addEventListener("beforeprint", () => { for (const f of all()) { f.kept = f.turn; f.turn = [0, 0]; show(f); } });
  addEventListener("afterprint", () => { for (const f of all()) { f.turn = f.kept ?? f.turn; show(f); } });
})();
