import Foundation

/// A solid that the reader of an HTML page turns with the mouse, a finger or the arrow keys, and a recorded movement of the
/// camera that plays on request.
public struct InteractiveScene: Codable, Hashable, Sendable {
  /// What is seen, in scene coordinates.
  public var solid: SceneSolid
  /// Where the camera stands at each instant; the first is where it begins.
  public var cameras: [SceneCamera]
  /// Seconds from the first camera, one per camera, increasing.
  public var times: [Double]
  /// The direction to the light, in scene coordinates.
  public var light: SIMD3<Double>
  /// What a reader who does not see the scene is told.
  public var alternative: String

  /// A scene; see the properties.
  ///
  /// - Throws: ``SceneError`` for no cameras, and for times that do not fit them or do not increase.
  public init(
    solid: SceneSolid, cameras: [SceneCamera], times: [Double], light: SIMD3<Double> = SIMD3(0.4, -0.5, 1),
    alternative: String = "a solid to turn"
  ) throws(SceneError) {
    guard !cameras.isEmpty else { throw .empty("camera") }
    try SceneError.check(times, count: cameras.count, one: "camera")
    (self.solid, self.cameras, self.times) = (solid, cameras, times)
    (self.light, self.alternative) = (light, alternative)
  }

  /// The first instant as SVG, for what can neither turn nor move; nil where it cannot be drawn. O(faces).
  public var still: String? {
    (try? cameras[0].picture(of: [solid], light: light))
      .flatMap { try? ScenePicture(frames: [$0], columns: 1, alternative: alternative).svg }
  }

  /// A piece of HTML that needs nothing else: a canvas, its controls, and a script that draws as ``SceneCamera`` does. The
  /// script finds its canvas by where it stands, so that any number of scenes, alike or not, share a page. Without script it shows the first instant. O(faces + cameras).
  public var html: String {
    let still = still ?? ""
    func triple(_ v: SIMD3<Double>) -> String {
      "[\([v.x, v.y, v.z].map { SceneMarkup.number($0, digits: 4) }.joined(separator: ","))]"
    }
    func polygon(_ corners: [SIMD3<Double>], _ color: SceneColor) -> String {
      let rgb = [color.red, color.green, color.blue].map { SceneMarkup.number($0 * 255, digits: 0) }
      return "{p:[\(corners.map(triple).joined(separator: ","))],c:[\(rgb.joined(separator: ","))]"
    }
    let faces = solid.faces.map { face in
      polygon(face.corners, face.color) + ",n:\(triple(face.normal)),m:["
        + face.marks.map { polygon($0.corners, $0.color) + "}" }.joined(separator: ",") + "]}"
    }.joined(separator: ",\n")
    let path = zip(times, cameras).map { time, camera in
      "[\(SceneMarkup.number(time - times[0], digits: 3)),\(triple(camera.right)),\(triple(camera.up))]"
    }.joined(separator: ",")
    let toLight = light / (light * light).sum().squareRoot()
    let camera = cameras[0]
    return """
      <figure class="gimbal-scene">
      <canvas width="480" height="480" style="width:min(100%,30rem);touch-action:none;cursor:grab" tabindex="0" role="img" \
      aria-label="\(ScalableGraphic.escaped(alternative)). Arrow keys turn it."></canvas>
      <div><button type="button">Play</button> \
      <input type="range" min="0" max="1000" value="0" aria-label="time" style="width:min(70%,20rem)"> <output></output></div>
      <noscript>\(still)</noscript>
      <script>
      (() => {
      const root = document.currentScript.parentElement, canvas = root.querySelector("canvas");
      const pen = canvas.getContext("2d"), button = root.querySelector("button");
      const slider = root.querySelector("input"), clock = root.querySelector("output");
      const faces = [\(faces)];
      const path = [\(path)];
      const light = \(triple(toLight)), distance = \(SceneMarkup.number(camera.distance, digits: 4));
      const focus = 1 / Math.tan(\(SceneMarkup.number(camera.fieldOfView / 2, digits: 6))), ambient = 0.55;
      const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
      const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
      const unit = a => { const l = Math.hypot(...a); return a.map(x => x / l); };
      const mix = (a, b, s, t) => a.map((x, i) => s * x + t * b[i]);
      let right, up, time = 0, playing = false, last = 0;
      const end = path[path.length - 1][0];
      function seek(t) {
        time = t;
        let i = 0;
        while (i + 1 < path.length && path[i + 1][0] <= t) i++;
        right = path[i][1]; up = path[i][2];
        slider.value = end > 0 ? 1000 * t / end : 0;
        clock.textContent = t.toFixed(1) + " s";
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
      canvas.onpointerdown = e => { canvas.setPointerCapture(e.pointerId); canvas.style.cursor = "grabbing"; };
      canvas.onpointerup = () => { canvas.style.cursor = "grab"; };
      canvas.onpointermove = e => { if (e.buttons) turn(-e.movementX, e.movementY); };
      canvas.onkeydown = e => {
        const by = { ArrowLeft: [12, 0], ArrowRight: [-12, 0], ArrowUp: [0, -12], ArrowDown: [0, 12] }[e.key];
        if (by) { turn(...by); e.preventDefault(); }
      };
      if (path.length < 2) button.parentElement.hidden = true;
      seek(0);
      })();
      </script>
      </figure>

      """
  }
}
