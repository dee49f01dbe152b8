import Figures
import Foundation
import InertialFigures
import Rotations
import Testing

/// Figures that explain rotations: what is drawn is where the mathematics says.
@Suite("Figures for teaching")
struct TeachingFigureTests {
  private static func space(_ figure: Figure, _ panel: Int = 0) throws -> Space {
    guard case .space(let space) = figure.panels[panel] else { throw SceneError.empty("space") }
    return space
  }

  private static func points(_ path: Space.Path) -> [Vector3] {
    (0..<path.x.count).map { Vector3(path.x.values[$0], path.y.values[$0], path.z.values[$0]) }
  }

  private static func random(_ count: Int, seed: UInt64) -> [(Quaternion, Vector3)] {
    var state = seed
    func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 33) / Double(1 << 31) * 2 - 1
    }
    return (0..<count).map { _ in
      (Quaternion(rotationVector: 3 * Vector3(next(), next(), next())), 4 * Vector3(next(), next(), next()))
    }
  }

  @Test("The circle goes through the vector and through where it comes to lie, at the same distance from the axis")
  func circle() throws {
    for (rotation, vector) in Self.random(60, seed: 3) {
      let axis = AxisAngle(rotation).axis
      let space = try Self.space(.rotation(rotation, of: vector))
      let (circle, arc) = (Self.points(space.paths[0]), Self.points(space.paths[1]))
      for point in circle + arc {
        #expect(abs(point.length - vector.length) < 1e-9 && abs(point.dot(axis) - vector.dot(axis)) < 1e-9)
      }
      #expect((arc[0] - vector).length < 1e-9 && (arc[arc.count - 1] - rotation.act(on: vector)).length < 1e-9)
      let drawn = try #require(space.arrows.first { $0.name == "v′" })
      #expect((drawn.to - rotation.act(on: vector)).length < 1e-12)
      #expect(!space.showsBox && space.x.unit == nil, "directions have no unit")
    }
  }

  @Test("The angle is drawn and named as it was given, beyond half a turn and backwards too")
  func angles() throws {
    for (degrees, name) in [(120.0, "θ = 120°"), (270, "θ = 270°"), (-45, "θ = −45°"), (12.34, "θ = 12.3°")] {
      let rotation = try AxisAngle(axis: Vector3(0, 0, 2), angle: degrees * .pi / 180)
      let space = try Self.space(.rotation(rotation, of: Vector3(1, 0, 1)))
      #expect(space.paths[1].name == name)
      let arc = Self.points(space.paths[1])
      let length = zip(arc, arc.dropFirst()).map { ($1 - $0).length }.reduce(0, +)
      #expect(abs(length - abs(degrees) * .pi / 180) < 1e-3 * length, "the arc is as long as its angle")
    }
    let along = try Self.space(.rotation(Quaternion(.z, 1), of: Vector3(0, 0, 3)))
    #expect(along.paths.isEmpty && !along.arrows.contains { $0.name == "v′" }, "a vector along the axis stays")
    #expect(throws: RotationError.self) { try Figure.rotation(Quaternion(.z, 1), of: .zero) }
  }

  @Test("A geodesic is the shortest way on the sphere; between opposite directions there is none")
  func geodesics() throws {
    for (rotation, vector) in Self.random(60, seed: 5) {
      let other = rotation.act(on: Vector3(1, 0, 0))
      let points = Self.points(try .geodesic(from: vector, to: other))
      let unit = try vector.normalized()
      #expect((points[0] - unit).length < 1e-12 && (points[60] - other).length < 1e-9)
      let normal = unit.cross(other)
      for point in points { #expect(abs(point.length - 1) < 1e-12 && abs(point.dot(normal)) < 1e-9) }
      let arcs = zip(points, points.dropFirst()).map { start, end in 2 * asin((end - start).length / 2) }
      let length = arcs.reduce(0, +)
      #expect(abs(length - atan2(normal.length, unit.dot(other))) < 1e-9)
    }
    #expect(throws: RotationError.self) { try Space.Path.geodesic(from: Vector3(1, 0, 0), to: Vector3(-1, 0, 0)) }
  }

  @Test(
    "All ways lead from the first attitude to the second; slerp and Euler angles stay on the sphere, matrices do not")
  func interpolations() throws {
    let (start, end) = (Quaternion(.z, 0.2), Quaternion(.z, 1.9) * Quaternion(.y, 1.1) * Quaternion(.x, 0.7))
    let space = try Self.space(.interpolations(from: start, to: end, of: Vector3(0, 2, 1)))
    let tip = try Vector3(0, 2, 1).normalized()
    var lengths: [String: Double] = [:]
    for path in space.paths where !path.name.isEmpty {
      let points = Self.points(path)
      #expect((points[0] - start.act(on: tip)).length < 1e-12)
      #expect((points[60] - end.act(on: tip)).length < 1e-9)
      #expect(points.allSatisfy { abs($0.length - 1) < 1e-9 } == (path.name != "matrices"))
      lengths[path.name] = zip(points, points.dropFirst()).map { ($1 - $0).length }.reduce(0, +)
    }
    #expect(lengths.keys.sorted() == ["Euler angles", "matrices", "slerp"])
    #expect(lengths["matrices"]! < min(lengths["slerp"]!, lengths["Euler angles"]!), "straight, below the sphere")
    for path in space.paths where path.name.isEmpty {
      for point in Self.points(path) { #expect(abs(point.length - 1) < 1e-12, "the net lies on the sphere") }
    }
  }

  @Test(
    "A gimbal holds what its angles say, in every sequence; each ring holds the axes that it turns about and carries")
  func gimbal() throws {
    for sequence in EulerSequence.allCases {
      for (first, second, third) in [(0.3, 0.5, -0.9), (2.5, 1.1, 0.4), (-1, -0.6, 3)] {
        let angles = EulerAngles(sequence: sequence, first, second, third)
        let rings = try GimbalRings(angles)
        #expect(rings.attitude.angle(to: angles.quaternion) < 1e-7)
        for (ring, radius, axes) in [(0, 1.2, [0, 1]), (1, 1.0, [1, 2])] {
          for axis in axes {
            let distance = rings.rings[ring].map { ($0 - radius * rings.axes[axis]).length }.min()!
            #expect(distance < 0.06, "\(sequence.rawValue): ring \(ring) and axis \(axis)")
          }
          #expect(rings.rings[ring].allSatisfy { abs($0.length - radius) < 1e-12 })
        }
        // Each turn moves what is held about its own axis, and nothing else does.
        for index in 0..<3 {
          let order = sequence.isIntrinsic ? index : 2 - index
          let step = 1e-5
          let moved = EulerAngles(
            sequence: sequence, first + (order == 0 ? step : 0), second + (order == 1 ? step : 0),
            third + (order == 2 ? step : 0))
          let turn = (moved.quaternion * rings.attitude.inverse).rotationVector / step
          #expect((turn - rings.axes[index]).length < 1e-4)
        }
      }
    }
  }

  @Test("A locked gimbal has both rings in one plane, and only then")
  func lock() throws {
    for pitch in [-Double.pi / 2, 0, 0.4, Double.pi / 2] {
      let angles = RollPitchYaw(roll: 0.3, pitch: pitch, yaw: 0.8)
      let rings = try GimbalRings(EulerAngles(sequence: .intrinsicZYX, angles.yaw, angles.pitch, angles.roll))
      #expect((rings.freedom < 1e-7) == angles.isGimbalLocked)
      #expect(abs(rings.freedom - abs(cos(pitch))) < 1e-9)
      let space = try Self.space(.gimbal(angles))
      #expect(space.paths[0].name == "outer ring: 45.8° about z")
    }
    #expect(throws: RotationError.self) { try Figure.gimbal(RollPitchYaw(roll: .nan, pitch: 0, yaw: 0)) }
  }

  @Test("Frames are side by side at one scale, or in one another, with their names at the axes")
  func frames() throws {
    let turn = Quaternion(.z, 0.5)
    let beside = Figure.frames([("reference", .identity), ("device", turn)])
    #expect(beside.panels.count == 2 && beside.columns == 2)
    let second = try Self.space(beside, 1)
    #expect(second.arrows.map(\.name) == ["x", "y", "z"] && second.paths.last?.name == "device")
    #expect((second.arrows[0].to - turn.act(on: Vector3(1, 0, 0))).length < 1e-12)
    #expect(try Self.space(beside, 0).paths.prefix(3) == second.paths.prefix(3), "the same circles: one scale")
    let inOne = try Self.space(.frames([("", .identity), ("device", turn)], inOne: true))
    #expect(inOne.arrows.map(\.name) == ["x", "y", "z", "x′", "y′", "z′"])
    #expect(inOne.arrows[0].look.dash != inOne.arrows[3].look.dash)
  }

  @Test("Scenes on one clock begin with the earliest, keep their order and survive the way to the page")
  func group() throws {
    let times = [0.0, 1, 2]
    let a = try SteadyDice(times: times, attitudes: times.map { Quaternion(.z, $0) }, view: .phone).interactive()
    let b = try SteadyDice(times: [1, 3], attitudes: [.identity, Quaternion(.x, 1)]).interactive()
    let group = try SceneGroup([("true <path>", a), ("filter", b)])
    #expect(group.html.components(separatedBy: "<canvas").count == 3)
    #expect(group.html.components(separatedBy: "type=\"range\"").count == 2, "one slider")
    #expect(group.html.contains("true &lt;path&gt;") && !group.html.contains("<path>"))
    let data = try #require(group.html.firstMatch(of: /class="scene">([\s\S]*?)<\/script>/)).output.1
    let json = try #require(JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: [[String: Any]]])
    let starts = (json["scenes"] ?? []).compactMap { ($0["path"] as? [[Any]])?.first?.first as? Double }
    #expect(starts == [0, 1], "one clock: the second begins a second later")
    let copy = try JSONDecoder().decode(SceneGroup.self, from: JSONEncoder().encode(group))
    #expect(copy == group)
    #expect(group.still?.contains(">filter<") == true)
    #expect(throws: SceneError.self) { try SceneGroup([]) }
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode(SceneGroup.self, from: Data("{\"names\":[\"a\"],\"scenes\":[]}".utf8))
    }
  }

  @Test("A phone is drawn at any attitude that is given")
  func phones() throws {
    let picture = try ScenePicture.phones([("flat", .identity), ("upright", Quaternion(.x, .pi / 2))])
    #expect(picture.frames.map(\.caption) == ["flat", "upright"] && picture.frames[0] != picture.frames[1])
    #expect(throws: SceneError.self) { try ScenePicture.phones([]) }
    let scene = try InteractiveScene.phone(Quaternion(.x, .pi / 2))
    #expect(scene.cameras.count == 1 && scene.solid == .phone)
    // Upright and seen from the front left: the screen is turned away from someone above.
    let flat = try InteractiveScene.phone(.identity)
    let screen = try #require(SceneSolid.phone.faces.first { $0.normal.z > 0.9 })
    #expect(flat.cameras[0].sees(screen) && flat.cameras[0] != scene.cameras[0])
  }

  @Test("From where phones are seen, screen and top edge are, of one that lies and of one that is")
  func phoneView() throws {
    for attitude in [Quaternion.identity, Quaternion(.x, .pi / 2), Quaternion(.x, 0.8), Quaternion(.z, 0.5)] {
      let camera = try InteractiveScene.phone(attitude).cameras[0]
      let screen = try #require(SceneSolid.phone.faces.first { $0.normal.z > 0.9 })
      #expect(camera.sees(screen))
      // Its far and its near edge are apart in the picture by a third of its half height: the screen is no strip.
      let (top, foot) = (camera.project(Vector3(0, 0.7, 0.05))!, camera.project(Vector3(0, -0.7, 0.05))!)
      #expect(((top - foot) * (top - foot)).sum().squareRoot() > 0.33 && top.y > foot.y)
    }
  }

  @Test("The letters of the axes are whole, do not cover the phone, and fill its picture, however it is turned")
  func axisLetters() throws {
    for (attitude, _) in Self.random(80, seed: 8) {
      let frame = try #require(try ScenePicture.phones([("", attitude)]).frames.first)
      var (letters, reach) = (0, 0.0)
      for shape in frame.shapes {
        switch shape {
        case .label(_, let place):
          letters += 1
          // It was 1.0: cut by the frame.
          #expect(max(abs(place.x), abs(place.y)) < 0.93)
        case .polygon(let corners, _): reach = max(reach, corners.map { max(abs($0.x), abs($0.y)) }.max() ?? 0)
        case .line: break
        }
      }
      #expect(letters >= 1 && reach > 0.3 && reach < 0.95, "\(letters) letters, the phone reaches \(reach)")
    }
  }

  @Test("The far half of a sphere looks different from the near one, and no line loses a piece at the edge")
  func farHalf() throws {
    let equator = try Space.Path.geodesic("way", from: Vector3(0, 1, 0.2), to: Vector3(1, -1, 0.2), look: nil)
    let figure = Figure.sphere([equator])
    let space = try Self.space(figure)
    #expect(space.sphere == 1)
    let script = try figure.script(for: .svg).text
    // Blue and solid, as the first series of a figure is; dots where it runs behind. It was orange and dashed.
    let strokes = script.split(separator: "\n").filter { $0.contains("with lines") && $0.contains("#0072b2") }
    #expect(strokes.contains { $0.contains("lw 1.6 dt solid") } && strokes.contains { $0.contains("dt (1.5,3.5)") })
    #expect(strokes.count == 2 && !script.contains("#e69f00"))
    // Half of the net is lighter.
    let net = script.split(separator: "\n").filter { $0.contains("with lines") && $0.contains("lw 0.5") }
    #expect(net.contains { $0.contains("#5b636d") } && net.contains { $0.contains("#dfe3e8") })
    let json = try #require(try figure.turnableSpaces())
    #expect(json.contains("\"sphere\":[") && json.contains("\"far\":{"))
    #expect(throws: FigureError.self) {
      var broken = space
      broken.sphere = -1
      _ = try Figure(broken).script(for: .svg)
    }
  }

  @Test("In a column a sphere fills the width, and a gimbal the height that its legend leaves")
  func roomInAColumn() throws {
    let sphere = Figure.sphere([try .geodesic(from: Vector3(1, 0, 0), to: Vector3(0, 1, 1))]).fitted(to: .column)
    let size = try #require(sphere.size)
    // It was 6.7 cm high, and a sphere of 5.6 cm.
    #expect(size.width == 8.5 && size.height > 7.9 && size.height < 8.5)
    let flat = Figure(
      Space(
        paths: [Space.Path("a", x: [0, 3], y: [0, 0], z: [0, 0.2])], view: .init(azimuth: -90, elevation: 0),
        showsBox: false))
    #expect(flat.naturalSize.height < 5, "what is flat needs no height")
  }

  @Test(
    "Every figure is drawn, and turns in a page",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/gnuplot"), "gnuplot is not installed"))
  func drawn() throws {
    let figures: [(String, Figure)] = [
      ("rotation", try .rotation(AxisAngle(axis: Vector3(1, 1, 3), angle: 2.1), of: Vector3(2, 0, 1))),
      (
        "sphere",
        .sphere([
          try .geodesic("shortest", from: Vector3(1, 0, 0), to: Vector3(0, 1, 1), look: Look(color: .blue))
        ])
      ),
      ("interpolations", try .interpolations(from: .identity, to: Quaternion(.z, 2) * Quaternion(.y, 1.2))),
      ("gimbal", try .gimbal(RollPitchYaw(roll: 0.5, pitch: 0.6, yaw: 0.4))),
      ("gimbal-locked", try .gimbal(RollPitchYaw(roll: 0.5, pitch: .pi / 2, yaw: 0.4))),
      ("frames", .frames([("reference", .identity), ("device", Quaternion(.z, 0.6) * Quaternion(.x, 0.5))])),
      (
        "frames-in-one", .frames([("", .identity), ("device", Quaternion(.z, 0.6) * Quaternion(.x, 0.5))], inOne: true)
      ),
    ]
    let own = ProcessInfo.processInfo.environment["GIMBAL_GALLERY"].map { URL(fileURLWithPath: $0) }
    let folder = own ?? FileManager.default.temporaryDirectory.appendingPathComponent("teaching-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { if own == nil { try? FileManager.default.removeItem(at: folder) } }
    for result in FigureRenderer().render(
      figures.map { .init($0.1, label: $0.0, formats: [.svg, .png]) }, into: folder)
    { #expect(try result.get().count == 2) }
    for (name, figure) in figures { #expect(try figure.turnableSpaces() != nil, "\(name)") }
  }
}
