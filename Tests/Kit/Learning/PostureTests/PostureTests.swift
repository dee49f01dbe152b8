import Foundation
import Inertial
import MotionBench
import Networks
import Posture
import Rotations
import Testing

@Suite struct PostureTests {
  @Test func describedAnglesAreThose() {
    // The directions of the device's y axis (top edge), x axis and screen (z) at heading 0: the reader is in the
    // south.
    func expect(
      _ back: Double, _ side: Double, top: Vector3, screen: Vector3, _ location: SourceLocation = #_sourceLocation
    ) {
      let q = DescribedPosture.attitude(back: back, side: side, heading: 0)
      let up = q.inverse.act(on: Vector3(0, 0, 1))
      let expectedUp = Vector3(q.act(on: Vector3(1, 0, 0)).z, top.z, screen.z)
      #expect((up - expectedUp).length < 1e-12, sourceLocation: location)
    }
    expect(0, 0, top: Vector3(0, 0, 1), screen: Vector3(0, -1, 0))
    expect(.pi / 2, 0, top: Vector3(0, 1, 0), screen: Vector3(0, 0, 1))
    expect(.pi, 0, top: Vector3(0, 0, -1), screen: Vector3(0, 1, 0))
    expect(-.pi / 2, 0, top: Vector3(0, -1, 0), screen: Vector3(0, 0, -1))
    // Leaning right: the right edge goes down.
    let right = DescribedPosture.attitude(back: 0, side: .pi / 2, heading: 0)
    #expect(abs(right.act(on: Vector3(1, 0, 0)).z + 1) < 1e-12)
    for heading in [0.3, -2, 3] {
      #expect(
        abs(wrapped(DescribedPosture.attitude(back: 0.4, side: 0.1, heading: heading).headingAboutUp - heading)) < 1e-9)
    }
  }

  @Test func everydayPosturesAreInWholeDegrees() {
    let ranges = DescribedPosture.everyday.flatMap { [$0.back, $0.side] }
    let degrees = ranges.flatMap { [$0.lowerBound, $0.upperBound] }.map { $0 * 180 / .pi }
    #expect(degrees.allSatisfy { abs($0 - $0.rounded()) < 1e-9 }, "\(degrees)")
    #expect(degrees.prefix(4).map { $0.rounded() } == [-8, 20, -8, 8])
  }

  @Test func examplesKeepToTheirPosturesAndAreSeeded() throws {
    var random = SeededRandom(seed: 1)
    let examples = try DescribedPosture.examples(count: 400, using: &random)
    #expect(examples.count { $0.isVertical } == 200)
    #expect(examples.contains { $0.attitude.w < 0 } && examples.contains { $0.attitude.w > 0 })
    let vertical = DescribedPosture.everyday[0]
    for example in examples {
      #expect(vertical.contains(example.attitude) == example.isVertical)
    }
    for example in examples where example.isVertical {
      #expect(PostureRule.uprightness(example.attitude) >= cos(20 * .pi / 180) * cos(8 * .pi / 180) - 1e-12)
    }
    var again = SeededRandom(seed: 1)
    #expect(try DescribedPosture.examples(count: 400, using: &again) == examples)
    var other = SeededRandom(seed: 2)
    #expect(try DescribedPosture.examples(count: 400, using: &other) != examples)
    #expect(throws: PostureError.self) { try DescribedPosture.examples(of: [], count: 10, using: &random) }
    #expect(throws: PostureError.self) {
      try DescribedPosture.examples(of: [DescribedPosture.everyday[0]], count: 10, using: &random)
    }
    #expect(throws: PostureError.self) { try DescribedPosture.examples(count: 1, using: &random) }
  }

  @Test func theRuleIsAnAngleAndItsLimitMatters() throws {
    let leaning = DescribedPosture.attitude(back: 0.3, side: 0, heading: 1)
    #expect(try !PostureRule().isVertical(leaning))
    #expect(try PostureRule(limit: 0.31).isVertical(leaning))
    #expect(try PostureRule().isVertical(DescribedPosture.attitude(back: 0.1, side: 0.1, heading: 1)))
    #expect(throws: PostureError.self) { try PostureRule(limit: -0.1) }
    #expect(throws: PostureError.self) { try PostureRule(limit: .nan) }
  }

  @Test func theLogComesBackAsItWas() throws {
    var random = SeededRandom(seed: 3)
    let examples = try DescribedPosture.examples(count: 50, using: &random)
    let text = PostureLog.text(examples)
    #expect(text.hasPrefix("roll,yaw,pitch,qw,qx,qy,qz,orientation\n"))
    let (back, omitted) = try PostureLog.examples(from: text)
    #expect(omitted.isEmpty)
    #expect(back.map(\.isVertical) == examples.map(\.isVertical))
    for (a, b) in zip(back, examples) {
      for (x, y) in zip(a.features, b.features) { #expect(abs(x - y) < 1e-12) }
    }
    #expect(try PostureLog.examples(from: text.replacing("\n", with: "\r\n")).examples.count == 50)
  }

  @Test func aLogThatIsWrongSaysWhere() {
    func words(_ text: String) -> String {
      do {
        _ = try PostureLog.examples(from: text)
        return ""
      } catch { return "\(error)" }
    }
    let header = PostureLog.header
    #expect(words("a,b\n").hasPrefix("Line 1: no column qw among a, b"))
    #expect(words("\(header)\n0,0,0,1,0,0,0\n").hasPrefix("Line 2: expected 8 cells, found 7"))
    #expect(words("\(header)\n\n0,0,0,x,0,0,0,1\n").hasPrefix("Line 3: qw is “x”"))
    #expect(words("\(header)\n0,0,0,2,0,0,0,1\n").contains("length 2.0"))
    #expect(words("\(header)\n0,0,0,1,0,0,0,3\n").contains("orientation is 3.0"))
    #expect(words("\(header)\n0,0,0,1,0,0,0,nan\n").contains("not a finite number"))
  }

  @Test func aBrokenLineIsNamedAndLeftOut() throws {
    let good = "0,0,0,1,0,0,0,1\n"
    let broken = ["0,0,0,x,0,0,0,1\n", "0,0,0,1\n", "0,0,0,2,0,0,0,1\n", "0,0,0,1,0,0,0,7\n"]
    let text = PostureLog.header + "\n" + broken.map { good + $0 }.joined() + good
    let (examples, omitted) = try PostureLog.examples(from: text)
    #expect(examples.count == 5)
    #expect(omitted.map { "\($0)".prefix(7) } == ["Line 3:", "Line 5:", "Line 7:", "Line 9:"])
  }

  @Test func aNetworkLearnsDescribedPosturesAndSoDoesTheRule() throws {
    var random = SeededRandom(seed: 4)
    let examples = try DescribedPosture.examples(count: 600, using: &random)
    let fresh = try DescribedPosture.examples(count: 400, using: &random)
    var options = TrainingOptions()
    options.epochs = 150
    options.loss = .crossEntropy
    let network = try Network(sizes: [7, 28, 21, 14, 7, 1], seed: 1).trained(
      inputs: Rows(examples.map(\.features)), targets: Rows(column: examples.map(\.label)), options
    ).network
    let evaluation = try BinaryEvaluation(
      predictions: network.outputs(for: Rows(fresh.map(\.features))).values, labels: fresh.map(\.label))
    #expect(evaluation.accuracy > 0.93)
    let rule = try PostureRule()
    let many = try DescribedPosture.examples(count: 20_000, using: &random)
    let right = many.count { rule.isVertical($0.attitude) == $0.isVertical }
    // The share of the described angles on which a cone of 15° is right, integrated over them numerically.
    #expect(abs(Double(right) / 20_000 - 0.896) < 0.01)
  }

  @Test(.enabled(if: recordings != nil, "needs the recordings: set GIMBAL_DATA"))
  func readsTheRecordedLogWithItsAngles() throws {
    let file = try #require(recordings).appendingPathComponent("posture/motion-examples.csv")
    let text = try String(contentsOf: file, encoding: .utf8)
    let examples = try PostureLog.examples(from: text).examples
    #expect(examples.count == 452 && examples.count { $0.isVertical } == 218)
    // The angles that Core Motion logged next to the quaternion are the ones that ours gives.
    let lines = text.split(separator: "\n").dropFirst()
    for (line, example) in zip(lines, examples) {
      let logged = line.split(separator: ",").prefix(3).compactMap { Double($0) }
      let q = RollPitchYaw(roll: logged[0], pitch: logged[2], yaw: logged[1]).quaternion
      let d = q.inverse * example.attitude
      #expect((d.x * d.x + d.y * d.y + d.z * d.z).squareRoot() < 1e-3)
    }
  }
}
