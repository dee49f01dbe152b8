import Basics
import Foundation
import Rotations
import Testing

@Suite struct CodableTests {
  @Test func valuesComeBackAsTheyWere() throws {
    var random = SeededRandom(seed: 80)
    for _ in 0..<50 {
      let q = random.rotation()
      #expect(try roundTrip(q) == q)
      expectClose(try roundTrip(RotationMatrix(q)).matrix, RotationMatrix(q).matrix)
      #expect(try roundTrip(RollPitchYaw(q)) == RollPitchYaw(q))
      #expect(try roundTrip(EulerAngles(q, sequence: .extrinsicXYX)) == EulerAngles(q, sequence: .extrinsicXYX))
      #expect(try roundTrip(RotationVector(q)) == RotationVector(q))
      #expect(try roundTrip(AxisAngle(q)) == AxisAngle(q))
    }
  }

  @Test func matricesAreWrittenRowByRow() throws {
    let text = String(decoding: try JSONEncoder().encode(RotationMatrix(Quaternion(.z, .pi / 2))), as: UTF8.self)
    let entries = try JSONDecoder().decode([Double].self, from: Data(text.utf8))
    #expect(entries.map { ($0 + 0).rounded() } == [0, -1, 0, 1, 0, 0, 0, 0, 1])
  }

  @Test(arguments: [
    #"{"w": 1, "x": 1, "y": 0, "z": 0}"#, #"{"w": 0, "x": 0, "y": 0, "z": 0}"#, #"{"w": 1, "x": 0, "y": 0}"#,
  ])
  func quaternionsThatAreNotUnitAreRefused(_ text: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Quaternion.self, from: Data(text.utf8)) }
  }

  @Test(arguments: ["[1, 0, 0, 0, 1, 0, 0, 0, -1]", "[1, 0, 0, 0, 1, 0]", "[2, 0, 0, 0, 1, 0, 0, 0, 1]"])
  func matricesThatAreNoRotationAreRefused(_ text: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(RotationMatrix.self, from: Data(text.utf8)) }
  }

  @Test func roundedQuaternionsAreBroughtBackToUnitLength() throws {
    let q = try JSONDecoder().decode(
      Quaternion.self, from: Data(#"{"w": 0.9437144, "x": 0.1448781, "y": 0.1276794, "z": 0.2685358}"#.utf8))
    #expect(abs(q.dot(q) - 1) < 1e-15)
  }

  private func roundTrip<T: Codable>(_ value: T) throws -> T {
    try JSONDecoder().decode(T.self, from: JSONEncoder().encode(value))
  }
}
