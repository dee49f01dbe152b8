internal import Basics
import Foundation
import Rotations

/// A posture in words and two ranges of angles: what training examples are made from when nobody recorded any.
///
/// Upright, screen towards the reader, both angles are 0. `back` turns the top edge away from the reader: 90° is flat with
/// the screen up, 180° upside down. `side` then leans the phone to its right. The heading is any.
public struct DescribedPosture: Hashable, Codable, Sendable {
  /// What the posture is called.
  public var name: String
  /// Range of the lean away from the reader, rad.
  public var back: ClosedRange<Double>
  /// Range of the lean to the right, rad, within ±π/2.
  public var side: ClosedRange<Double>
  /// Whether it is called vertical.
  public var isVertical: Bool

  /// A posture; angles in rad.
  public init(name: String, back: ClosedRange<Double>, side: ClosedRange<Double>, isVertical: Bool) {
    (self.name, self.back, self.side, self.isVertical) = (name, back, side, isVertical)
  }

  /// A posture with its ranges in degrees.
  private init(
    _ name: String, backDegrees back: ClosedRange<Double>, sideDegrees side: ClosedRange<Double>,
    isVertical: Bool = false
  ) {
    func radians(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
      range.lowerBound * .pi / 180...range.upperBound * .pi / 180
    }
    self.init(name: name, back: radians(back), side: radians(side), isVertical: isVertical)
  }

  /// How people hold a phone. Vertical is the way one holds it to take a picture or to read: up to 20° back, hardly to the side.
  public static let everyday: [DescribedPosture] = [
    DescribedPosture("held up", backDegrees: -8...20, sideDegrees: -8...8, isVertical: true),
    DescribedPosture("reading, tilted well back", backDegrees: 30...70, sideDegrees: -30...30),
    DescribedPosture("flat on a table", backDegrees: 70...110, sideDegrees: -60...60),
    DescribedPosture("leaning to the right", backDegrees: -30...40, sideDegrees: 12...50),
    DescribedPosture("leaning to the left", backDegrees: -30...40, sideDegrees: -50 ... -12),
    DescribedPosture("landscape, home button right", backDegrees: -60...60, sideDegrees: 50...90),
    DescribedPosture("landscape, home button left", backDegrees: -60...60, sideDegrees: -90 ... -50),
    DescribedPosture("tipped towards the reader", backDegrees: -60 ... -14, sideDegrees: -30...30),
    DescribedPosture("overhead, screen down", backDegrees: -120 ... -60, sideDegrees: -60...60),
    DescribedPosture("upside down", backDegrees: 110...240, sideDegrees: -60...60),
  ]

  /// The attitude with these angles and heading, rad; device→reference frame.
  public static func attitude(back: Double, side: Double, heading: Double) -> Quaternion {
    // The direction of up, seen from the device.
    let up = Vector3(-sin(side), cos(side) * cos(back), cos(side) * sin(back))
    let upright = CoordinateAxis.x.vector
    let level = try? Quaternion(from: up, to: CoordinateAxis.z.vector, axisIfOpposite: upright)
    // It has unit length by construction, so this cannot fail.
    return Quaternion(.z, heading) * (level ?? .identity)
  }

  /// Whether an attitude's two angles lie in the ranges: the rule that the description amounts to.
  public func contains(_ attitude: Quaternion) -> Bool {
    let up = PostureRule.up(attitude)
    let lean = atan2(up.z, up.y)
    return side.contains(asin(max(-1, min(1, -up.x))))
      && (back.contains(lean) || back.contains(lean + 2 * .pi) || back.contains(lean - 2 * .pi))
  }

  /// Examples of postures: the vertical ones and the others in equal number, each posture of a kind equally often, angles even
  /// over its ranges, headings even over the circle, and the quaternion's sign by chance, as devices report it.
  ///
  /// - Parameters:
  ///   - postures: at least one that is vertical and one that is not.
  ///   - count: how many examples in all.
  ///   - generator: draws the angles.
  /// - Throws: ``PostureError`` for no postures of a kind, and a count below 2.
  /// - Complexity: O(count).
  public static func examples(
    of postures: [DescribedPosture] = everyday, count: Int, using generator: inout some RandomNumberGenerator
  ) throws(PostureError) -> [PostureExample] {
    let vertical = postures.filter(\.isVertical)
    let others = postures.filter { !$0.isVertical }
    guard !vertical.isEmpty else { throw .missing("posture that is vertical") }
    guard !others.isEmpty else { throw .missing("posture that is not vertical") }
    guard count >= 2 else { throw .parameter("count", value: Double(count), expected: "2 or more") }
    return (0..<count).map { index in
      let kind = index % 2 == 0 ? vertical : others
      let posture = kind[index / 2 % kind.count]
      let q = attitude(
        back: generator.uniform(posture.back), side: generator.uniform(posture.side),
        heading: generator.uniform(-.pi...(.pi)))
      return PostureExample(
        attitude: generator.uniform() < 0.5 ? q : Quaternion(w: -q.w, x: -q.x, y: -q.y, z: -q.z),
        isVertical: posture.isVertical)
    }
  }
}
