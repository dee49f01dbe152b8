import Foundation
import Rotations
import Testing

/// The worked example of the module's README, computed again: what the page shows is what the library does.
@Suite struct AmbiguitiesTests {
  private let degree = Double.pi / 180

  @Test func theWorkedExampleIsWhatTheLibraryComputes() throws {
    let attitude = Quaternion(RollPitchYaw(roll: 10 * degree, pitch: 20 * degree, yaw: 30 * degree))
    let (x, z) = (CoordinateAxis.x.vector, CoordinateAxis.z.vector)
    let (first, second) = (Quaternion(.x, .pi / 2), Quaternion(.z, .pi / 2))
    func euler(_ sequence: EulerSequence, _ a: Double, _ b: Double, _ c: Double) -> Quaternion {
      Quaternion(EulerAngles(sequence: sequence, a * degree, b * degree, c * degree))
    }
    func four(_ v: SIMD4<Double>) -> [Double] { (0..<4).map { v[$0] } }
    func three(_ v: Vector3) -> [Double] { [v.x, v.y, v.z] }
    let (toReference, toDevice) = (attitude.deviceToReferenceMatrix, attitude.referenceToDeviceMatrix)
    let computed: [(String, [Double])] = [
      ("attitude, w x y z", four(attitude.wxyz)),
      ("attitude, x y z w", four(attitude.xyzw)),
      ("the device's x axis in the reference frame", three(attitude.act(on: x))),
      ("the reference's x axis in the device frame", three(attitude.inverse.act(on: x))),
      ("gravity in the device frame", three(toDevice.act(on: -1 * z))),
      ("first row of the device → reference matrix", (0..<3).map { toReference[0, $0] }),
      ("m11 m12 m13 of Core Motion's matrix", (0..<3).map { toDevice[0, $0] }),
      ("the x axis, were the components read", three(try Quaternion(xyzw: four(attitude.wxyz)).act(on: x))),
      ("the x axis, were the turns about fixed axes", three(euler(.extrinsicZXY, 30, 20, 10).act(on: x))),
      ("the x axis, were the angles aviation's", three(euler(.intrinsicZYX, 30, 20, 10).act(on: x))),
      ("rotation vector, rad", three(attitude.rotationVector)),
      ("first a quarter turn about x", three((second * first).act(on: z))),
      ("first a quarter turn about z", three((first * second).act(on: z))),
    ]
    let rows = try workedExample()
    #expect(rows.count == computed.count)
    for ((name, shown), (start, values)) in zip(rows, computed) {
      #expect(name.hasPrefix(start))
      #expect(shown.count == values.count, "\(name)")
      for (a, b) in zip(shown, values) { #expect(abs(a - b) <= 0.5e-4 + 1e-12, "\(name): \(values)") }
    }
  }

  /// Rows that mean different things show different numbers, or the example would tell nothing apart.
  @Test func theExampleTellsTheReadingsApart() throws {
    let rows = try workedExample()
    let images = rows.filter { $0.name.contains("x axis") }.map(\.values)
    #expect(images.count == 5)
    for i in images.indices {
      for j in images.indices where j > i {
        #expect(zip(images[i], images[j]).contains { abs($0 - $1) > 0.05 })
      }
    }
    #expect(rows[0].values != rows[1].values && rows[11].values != rows[12].values)
  }

  private func workedExample() throws -> [(name: String, values: [Double])] {
    let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../..").standardized
    let page = try String(contentsOf: root.appendingPathComponent("docs/rotations.md"), encoding: .utf8)
    let section = try #require(page.components(separatedBy: "## One example that distinguishes them").last)
      .components(separatedBy: "\n## ")[0]
    return section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2).map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let numbers = cells[1].replacingOccurrences(of: "−", with: "-").split(separator: " ")
      return (cells[0], numbers.compactMap { Double($0) })
    }
  }
}
