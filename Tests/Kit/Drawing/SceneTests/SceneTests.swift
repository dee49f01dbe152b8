import Foundation
import Inertial
import Rotations
import Testing

@testable import Figures
@testable import InertialFigures

@Suite struct SceneTests {
  static func random(_ count: Int, seed: UInt64) -> [Quaternion] {
    var generator = SeededRandom(seed: seed)
    return (0..<count).map { _ in Quaternion.random(using: &generator) }
  }

  @Test func theCameraProjectsAsTheModelViewMatrixAndPerspectiveDivisionDo() throws {
    var generator = SeededRandom(seed: 1)
    for attitude in Self.random(50, seed: 2) {
      let camera = try SceneCamera(attitude: attitude)
      let point = Vector3(generator.normal(), generator.normal(), generator.normal()) * 0.4
      let view = attitude.referenceToDeviceMatrix.act(on: point) - Vector3(0, 0, 4)
      let focus = 1 / tan(30 * Double.pi / 180)
      let spot = try #require(camera.project(point))
      #expect(abs(spot.x - focus * view.x / -view.z) < 1e-12)
      #expect(abs(spot.y - focus * view.y / -view.z) < 1e-12)
    }
  }

  @Test func theDiceStaysFixedInTheWorldWhileTheCameraTurns() throws {
    // The camera's own rays lead back to the same corners in every picture.
    for attitude in Self.random(100, seed: 3) {
      let camera = try SceneCamera(attitude: attitude)
      for corner in SceneSolid.dice.faces.flatMap(\.corners) {
        let spot = try #require(camera.project(corner))
        let depth = camera.distance - attitude.inverse.act(on: corner).z
        let scale = tan(camera.fieldOfView / 2) * depth
        let back = attitude.act(on: Vector3(spot.x * scale, spot.y * scale, camera.distance - depth))
        #expect((back - corner).length < 1e-12)
      }
    }
  }

  @Test func turningThePhoneRightMovesTheDiceLeft() throws {
    // Turned about its own y axis to the left (positive), the phone sees the right side of what it looked at.
    let ahead = try SceneCamera(attitude: .identity)
    let turned = try SceneCamera(attitude: Quaternion(.y, 0.5))
    let right = try #require(SceneSolid.dice.faces.first { $0.normal.x > 0.9 })
    #expect(!ahead.sees(right))
    #expect(turned.sees(right))
  }

  @Test func hiddenFacesAreExactlyThoseThatOtherFacesCover() throws {
    // A face is seen when the segment from the camera to its middle meets no other face first.
    for attitude in Self.random(200, seed: 4) {
      let camera = try SceneCamera(attitude: attitude)
      let faces = SceneSolid.dice.faces
      for face in faces {
        let middle = face.corners.reduce(.zero, +) / 4
        let towards = camera.position - middle
        // Just above the face's middle, on the way to the camera: outside the cube, or inside it.
        let probe = middle + towards * 1e-6
        let isOutside = max(abs(probe.x), abs(probe.y), abs(probe.z)) > 0.5
        #expect(camera.sees(face) == isOutside)
      }
      let seen = faces.count { camera.sees($0) }
      #expect((1...3).contains(seen))
    }
  }

  @Test func theDiceIsADice() {
    let faces = SceneSolid.dice.faces
    func pips(_ axis: Vector3) -> Int { faces.first { ($0.normal - axis).length < 1e-9 }?.marks.count ?? 0 }
    #expect(pips(Vector3(0, 0, 1)) == 1 && pips(Vector3(1, 0, 0)) == 2 && pips(Vector3(0, 1, 0)) == 3)
    for axis in [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)] { #expect(pips(axis) + pips(-axis) == 7) }
    for face in faces + SceneSolid.phone.faces {
      // Corners run counter-clockwise from outside, and marks lie in the face.
      #expect(face.normal.dot(face.corners[0]) > 0)
      for mark in face.marks {
        for corner in mark.corners { #expect(abs(face.normal.dot(corner - face.corners[0])) < 1e-12) }
        let middle = mark.corners.reduce(.zero, +) / Double(mark.corners.count)
        #expect(abs(face.normal.dot(middle - face.corners[0])) < 1e-12)
      }
    }
    #expect(abs(SceneSolid.dice.radius - 0.75.squareRoot()) < 1e-12)
  }

  @Test func facesTowardsTheLightAreBrighter() throws {
    let camera = try SceneCamera.standing(azimuth: 0.3, elevation: 0.6)
    func fills(_ light: Vector3, ambient: Double = 0.55) throws -> [String] {
      var colors = [String]()
      for case .polygon(let corners, let fill) in try camera.picture(of: [.dice], light: light, ambient: ambient).shapes
      where corners.count == 4 { colors.append(fill.hex) }
      return colors
    }
    #expect(try Set(fills(Vector3(1, 2, 4))).count == 3)
    // Light from everywhere shades nothing.
    #expect(try Set(fills(Vector3(1, 2, 4), ambient: 1)).count == 1)
    #expect(try fills(Vector3(0, 0, 1)) != fills(Vector3(1, 0, 0)))
  }

  @Test func aCameraInsideTheDiceAndOtherNonsenseIsRefused() throws {
    #expect(throws: SceneError.self) { try SceneCamera(attitude: .identity, distance: 0) }
    #expect(throws: SceneError.self) { try SceneCamera(attitude: .identity, fieldOfView: .pi) }
    #expect(throws: SceneError.self) { try SceneCamera(attitude: .identity, fieldOfView: .nan) }
    let inside = try SteadyDice(times: [0], attitudes: [Quaternion(.x, 0.7)], distance: 0.6)
    let error = #expect(throws: SceneError.self) { try inside.frame(Quaternion(.x, 0.7)) }
    #expect(error.map { "\($0)" }?.contains("Move the camera back") == true)
    #expect(throws: SceneError.self) { try SteadyDice(times: [], attitudes: []) }
    #expect(throws: SceneError.self) { try SteadyDice(times: [0], attitudes: [.identity, .identity]) }
    #expect(throws: SceneError.self) { try SteadyDice(times: [1, 1], attitudes: [.identity, .identity]) }
    let dice = try SteadyDice(times: [0, 1], attitudes: [.identity, .identity])
    #expect(throws: SceneError.self) { try dice.picture(instants: 0) }
    #expect(throws: SceneError.self) { try dice.animation(rate: 0) }
    #expect(throws: SceneError.self) { try dice.animation(rate: 1e5) }
    #expect(throws: SceneError.self) { try dice.interactive(rate: -1) }
    #expect(throws: SceneError.self) { try dice.animation().still(99) }
    #expect(throws: SceneError.self) { try ScenePicture(frames: []) }
    #expect(throws: SceneError.self) { try SceneAnimation(frames: [], rate: 1) }
  }

  static func turning() throws -> SteadyDice {
    let times = (0...40).map { Double($0) * 0.05 }
    return try SteadyDice(
      times: times, attitudes: times.map { Quaternion(.z, 0.3 * $0) * Quaternion(.x, 0.9 * sin($0)) })
  }

  @Test func attitudesBetweenSamplesLieOnTheShortestTurn() throws {
    let dice = try SteadyDice(times: [0, 1, 3], attitudes: [.identity, Quaternion(.z, 1), Quaternion(.z, 2)])
    for (time, angle) in [(-1.0, 0.0), (0, 0), (0.5, 0.5), (1, 1), (2, 1.5), (3, 2), (9, 2)] {
      #expect(dice.attitude(at: time).angle(to: Quaternion(.z, angle)) < 1e-9)
    }
  }

  @Test func everyOptionChangesThePicture() throws {
    var dice = try Self.turning()
    let plain = try dice.picture().svg
    #expect(try dice.picture(instants: 4).svg != plain)
    #expect(try dice.picture(columns: 2).svg != plain)
    dice.distance = 6
    let far = try dice.picture().svg
    #expect(far != plain)
    dice.fieldOfView = 0.7
    #expect(try dice.picture().svg != far)
    dice.view = .phone
    #expect(try dice.picture().svg != far)
    let animation = try Self.turning().animation()
    #expect(try Self.turning().animation(rate: 20).frames.count > animation.frames.count)
    #expect(try Self.turning().interactive(rate: 5).cameras.count < Self.turning().interactive().cameras.count)
    var lit = try Self.turning().interactive()
    let html = lit.html
    lit.light = SIMD3(-1, 0, 1)
    #expect(lit.html != html)
  }

  @Test func theAnimationShowsEveryFrameInItsTurnAndParses() throws {
    let animation = try Self.turning().animation(rate: 10)
    #expect(animation.frames.count == 20 && abs(animation.duration - 2) < 1e-12)
    let svg = animation.svg
    // What knows no animation shows what is not hidden: the first frame, and only that.
    #expect(svg.components(separatedBy: " visibility=\"hidden\"").count == animation.frames.count)
    #expect(svg.contains(/<g class="[^"]*" style="animation-delay:0s">/) && !svg.contains("visibility:hidden;anim"))
    #expect(svg.components(separatedBy: "animation-delay:").count == 21)
    #expect(svg.contains("5%{visibility:hidden}") && svg.contains(" 2s step-end infinite"))
    #expect(svg.contains("prefers-reduced-motion"))
    for text in try [svg, animation.still(3), Self.turning().picture().svg] {
      let parser = XMLDocumentCheck(text)
      #expect(parser.isWellFormed)
    }
    // Two animations on one page do not see each other's styles.
    let other = try Self.turning().animation(rate: 8).svg
    func name(_ svg: String) -> Substring? { svg.firstMatch(of: /@keyframes (\S+?)\{/)?.1 }
    #expect(name(svg) != nil && name(svg) != name(other))
  }

  @Test func theInteractiveSceneIsSelfContainedAndHoldsEveryFace() throws {
    let html = try Self.turning().interactive().html
    #expect(html.contains("<canvas") && html.contains("<noscript>") && html.contains("aria-label"))
    for forbidden in ["http://", "https://", "src=", "import "] {
      #expect(!html.replacing("http://www.w3.org/2000/svg", with: "").contains(forbidden))
    }
    #expect(html.components(separatedBy: "\"n\":[").count == 7)
    #expect(throws: SceneError.self) { try InteractiveScene(solid: .dice, cameras: [], times: []) }
    let camera = try SceneCamera(attitude: .identity)
    #expect(throws: SceneError.self) { try InteractiveScene(solid: .dice, cameras: [camera], times: []) }
    #expect(throws: SceneError.self) {
      try InteractiveScene(solid: .dice, cameras: [camera, camera], times: [0, 0])
    }
  }

  @Test("A scene is data and one script, the same for all, so that a page can allow it by its hash")
  func theScriptHoldsNoScene() throws {
    let scene = try Self.turning().interactive()
    let data = try #require(
      scene.html.firstMatch(of: /<script type="application\/json" class="scene">([^<]*)<\/script>/))
    #expect(try JSONSerialization.jsonObject(with: Data(data.output.1.utf8)) is [String: Any])
    #expect(scene.html.hasSuffix("<script>\n\(SceneScript.text)</script>\n"))
    #expect(try JSONDecoder().decode(InteractiveScene.self, from: JSONEncoder().encode(scene)) == scene)
  }

  @Test("The camera that follows a phone is where that of its attitude would, through the phone and before it")
  func followsAPhone() throws {
    let q = Quaternion(.z, 0.7) * Quaternion(.x, -1.2)
    for view in [SteadyDice.View.dice, .phone] {
      let scene = try SteadyDice(times: [0], attitudes: [q], view: view).interactive()
      let following = try #require(scene.following)
      #expect(following.sense == (view == .dice ? .along : .against))
      let turn = following.sense == .along ? q : q.inverse
      for (camera, there) in [
        (following.camera.right, scene.cameras[0].right), (following.camera.up, scene.cameras[0].up),
      ] {
        #expect((turn.act(on: camera) - there).length < 1e-12)
      }
      #expect(
        scene.html.contains("data-follows")
          && scene.html.contains("\"follows\":{\"sense\":\"\(following.sense.rawValue)\""))
      #expect(try JSONDecoder().decode(InteractiveScene.self, from: JSONEncoder().encode(scene)) == scene)
    }
    let camera = try SceneCamera(attitude: .identity)
    #expect(try !InteractiveScene(solid: .dice, cameras: [camera], times: [0]).html.contains("data-follows"))
  }

  @Test("A phone that is turned further is where the product says, by itself and when it follows another one")
  func followsWithFurtherTurns() throws {
    var dice = SeededRandom(seed: 32)
    let plain = try InteractiveScene.phone(.identity)
    let camera = try #require(plain.following).camera
    for _ in 0..<50 {
      let (q, own) = (Quaternion.random(using: &dice), Quaternion.random(using: &dice))
      let (left, right) = (Quaternion.random(using: &dice), Quaternion.random(using: &dice))
      let scene = try InteractiveScene.phone(q, left: left, right: right)
      let following = try #require(scene.following)
      for (corner, built) in zip(plain.solid.faces.flatMap(\.corners), scene.solid.faces.flatMap(\.corners)) {
        for axis in [\SceneCamera.right, \.up] {
          // The place of a corner of the phone, across or upwards, at an attitude.
          func seen(_ attitude: Quaternion) -> Double { camera[keyPath: axis].dot(attitude.act(on: corner)) }
          #expect(abs(scene.cameras[0][keyPath: axis].dot(built) - seen(left * q * right)) < 1e-12)
          // As the page's script turns the camera by the attitude that it hears.
          let turned = own.inverse.act(on: following.camera[keyPath: axis])
          #expect(abs(turned.dot(built) - seen(left * own * right)) < 1e-12)
        }
      }
    }
  }

  @Test("A scene that was written by somebody else is refused where the library would refuse it")
  func aForgedSceneIsRefused() throws {
    let scene = try Self.turning().interactive()
    func changed(_ change: (inout [String: Any]) -> Void) throws -> Data {
      var value = try #require(try JSONSerialization.jsonObject(with: JSONEncoder().encode(scene)) as? [String: Any])
      change(&value)
      return try JSONSerialization.data(withJSONObject: value)
    }
    for forged in [
      try changed { ($0["cameras"], $0["times"]) = ([Any](), [Any]()) }, try changed { $0["times"] = [0, 0] },
      try changed { value in
        value["cameras"] = (value["cameras"] as? [[String: Any]])?.map { $0.merging(["fieldOfView": 0]) { $1 } }
      },
    ] {
      #expect(throws: (any Error).self) { try JSONDecoder().decode(InteractiveScene.self, from: forged) }
    }
  }

  @Test func interactiveScenesOnOnePageShareNoName() throws {
    // Two of the same times and number of cameras had one name, and the second stayed blank.
    let html = try Self.turning().interactive().html
    #expect(!html.contains("id=") && !html.contains("getElementById"))
    #expect(html.contains("data.parentElement"))
  }

  @Test("Animations of the same frames at two speeds share no style on one page")
  func animationsShareNoName() throws {
    let slow = try Self.turning().animation(rate: 2)
    let fast = try SceneAnimation(frames: slow.frames, rate: 8)
    let names = [slow, fast].map { $0.svg.firstMatch(of: /@keyframes ([-\w]+)/).map { String($0.output.1) } }
    #expect(names[0] != nil && names[0] != names[1])
  }

  @Test func scenesSurviveTheRoundTripThroughJSON() throws {
    let picture = try Self.turning().picture()
    #expect(try JSONDecoder().decode(ScenePicture.self, from: JSONEncoder().encode(picture)) == picture)
  }

  @Test(arguments: [
    (240.0, 0, "240"), (0, 0, "0"), (100, 1, "100"), (0.05, 1, "0.1"), (-0.01, 1, "0"), (1.5, 4, "1.5"),
  ])
  func numbersLoseOnlyTheZerosBehindThePoint(value: Double, digits: Int, text: String) {
    #expect(SceneMarkup.number(value, digits: digits) == text)
  }

  @Test func theInteractiveSceneHasTheSolidsColours() throws {
    let html = try Self.turning().interactive().html
    // Ivory, and the black of the pips.
    #expect(html.contains("\"c\":[247,240,222]") && html.contains("\"c\":[28,31,36]"))
  }

  @Test func wordsInPicturesAreEscaped() throws {
    let frame = SceneFrame(shapes: [.label("a<b", at: .zero)], caption: "x & \"y\"")
    let svg = try ScenePicture(frames: [frame], alternative: "<&>").svg
    #expect(svg.contains("a&lt;b") && svg.contains("x &amp; &quot;y&quot;") && svg.contains("&lt;&amp;&gt;"))
  }
}

/// Whether tags are balanced, which is all that a broken generator gets wrong.
struct XMLDocumentCheck {
  let isWellFormed: Bool
  init(_ text: String) {
    var open = [Substring]()
    var good = true
    for match in text.matches(of: /<(\/?)([a-zA-Z]+)([^<>]*?)(\/?)>/) {
      if match.1 == "/" {
        if open.popLast() != match.2 { good = false }
      } else if match.4.isEmpty {
        open.append(match.2)
      }
      if match.3.filter({ $0 == "\"" }).count % 2 != 0 { good = false }
    }
    isWellFormed = good && open.isEmpty
  }
}

@Suite("Numbers in markup")
struct SceneMarkupTests {
  @Test("Zeros go behind the point only")
  func zeros() {
    #expect(SceneMarkup.number(240, digits: 0) == "240")
    #expect(SceneMarkup.number(0, digits: 0) == "0")
    #expect(SceneMarkup.number(1.50, digits: 2) == "1.5")
    #expect(SceneMarkup.number(-0.01) == "0")
  }
}
