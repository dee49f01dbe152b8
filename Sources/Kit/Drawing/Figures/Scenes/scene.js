(() => {
  if (window.gimbalScenes) return;
  window.gimbalScenes = true;
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const unit = a => { const l = Math.hypot(...a); return a.map(x => x / l); };
  const mix = (a, b, s, t) => a.map((x, i) => s * x + t * b[i]);

  // One canvas, which shows an instant and is turned by hand.
  function view(canvas, { faces, path, light, distance, focus, follows }) {
    const pen = canvas.getContext("2d"), ambient = 0.55;
    let right, up;
    function seek(t) {
      let i = 0;
      while (i + 1 < path.length && path[i + 1][0] <= t) i++;
      right = path[i][1]; up = path[i][2];
      draw();
    }
    // The camera as the phone's attitude q = [w, x, y, z] has it.
    function follow(q) {
      if (!follows) return;
      const u = q.slice(1).map(x => follows.sense === "along" ? x : -x);
      const turned = v => {
        const t = cross(u, v).map(x => 2 * x);
        return mix(mix(v, t, 1, q[0]), cross(u, t), 1, 1);
      };
      right = turned(follows.right); up = turned(follows.up);
      draw();
    }
    function turn(dx, dy) {
      const back = cross(right, up), a = dx * 0.008, b = dy * 0.008;
      // Dragging turns the solid under the finger: the camera goes the other way.
      const r = mix(right, back, Math.cos(a), Math.sin(a)), k = cross(r, up);
      right = unit(r); up = unit(mix(up, k, Math.cos(b), Math.sin(b)));
      right = unit(mix(right, up, 1, -dot(right, up)));
      draw();
    }
    function draw() {
      const w = canvas.width, back = cross(right, up), eye = back.map(x => x * distance);
      const spot = p => {
        const s = focus / (distance - dot(back, p)) * w / 2;
        return [w / 2 + dot(right, p) * s, w / 2 - dot(up, p) * s];
      };
      const fill = (f, b) => {
        pen.fillStyle = "rgb(" + f.c.map(x => Math.round(x * b)).join(",") + ")";
        pen.beginPath();
        f.p.map(spot).forEach(([x, y], i) => i ? pen.lineTo(x, y) : pen.moveTo(x, y));
        pen.closePath();
        pen.fill();
      };
      pen.clearRect(0, 0, w, w);
      for (const f of faces) {
        if (dot(f.n, eye.map((x, i) => x - f.p[0][i])) <= 0) continue;
        const b = ambient + (1 - ambient) * Math.max(0, dot(f.n, light));
        fill(f, b);
        f.m.forEach(m => fill(m, b));
      }
    }
    canvas.onpointerdown = e => { canvas.setPointerCapture(e.pointerId); canvas.style.cursor = "grabbing"; };
    canvas.onpointerup = () => { canvas.style.cursor = "grab"; };
    canvas.onpointermove = e => { if (e.buttons) turn(-e.movementX, e.movementY); };
    canvas.onkeydown = e => {
      const by = { ArrowLeft: [12, 0], ArrowRight: [-12, 0], ArrowUp: [0, -12], ArrowDown: [0, 12] }[e.key];
      if (by) { turn(...by); e.preventDefault(); }
    };
    return { seek, follow, moves: path.length > 1, end: path[path.length - 1][0] };
  }

  // One clock for all canvases of a figure.
  function begin(root, data) {
    const canvases = root.querySelectorAll("canvas"), button = root.querySelector("button");
    const slider = root.querySelector("input"), clock = root.querySelector("output");
    const views = (data.scenes ?? [data]).map((scene, i) => view(canvases[i], scene));
    const end = Math.max(...views.map(v => v.end));
    let time = 0, playing = false, last = 0;
    function seek(t) {
      time = t;
      for (const v of views) v.seek(t);
      slider.value = end > 0 ? 1000 * t / end : 0;
      clock.textContent = t.toFixed(1) + " s";
    }
    function step(now) {
      if (!playing) return;
      const t = time + (now - last) / 1000;
      last = now;
      if (t >= end) { playing = false; button.textContent = "Play"; seek(end); return; }
      seek(t);
      requestAnimationFrame(step);
    }
    button.onclick = () => {
      playing = !playing;
      button.textContent = playing ? "Pause" : "Play";
      if (playing) { if (time >= end) seek(0); last = performance.now(); requestAnimationFrame(step); }
    };
    slider.oninput = () => seek(slider.value / 1000 * end);
    // A phone that the page hears of; nothing, when it hears no more.
    addEventListener("gimbal-attitude", event => {
      if (!root.isConnected) return;
      if (playing) button.click();
      if (event.detail) for (const v of views) v.follow(event.detail); else seek(time);
    });
    if (!views.some(v => v.moves)) button.parentElement.hidden = true;
    seek(0);
  }

  // Scenes may come and go while a page is open.
  function setUp() {
    for (const data of document.querySelectorAll("figure.gimbal-scene > script.scene:not([data-begun])")) {
      data.dataset.begun = "";
      begin(data.parentElement, JSON.parse(data.textContent));
    }
  }
  setUp();
  new MutationObserver(setUp).observe(document.documentElement, { childList: true, subtree: true });
})();
