import Foundation
import Inertial
import Rotations

/// A hand that turns and pushes a device, as tables of unknown apps write it.
struct HandMotion {
  let times: [Double]
  /// m/s², gravity in it, +9.8 on z face up.
  let forces: [Vector3]
  /// rad/s.
  let rates: [Vector3]

  /// - Parameters:
  ///   - isStill: Whether the device lies on a table, its gyroscope's bias `bias`.
  ///   - bias: rad/s.
  init(count: Int = 600, step: Double = 0.01, isStill: Bool = false, bias: Vector3 = .zero, seed: UInt64 = 1) {
    var random = SeededRandom(seed: seed)
    func noise(_ size: Double) -> Vector3 { Vector3(random.normal(), random.normal(), random.normal()) * size }
    var attitude = Quaternion.identity
    var (times, forces, rates) = ([Double](), [Vector3](), [Vector3]())
    for index in 0..<count {
      let time = Double(index) * step
      let turn = isStill ? .zero : Vector3(0.9 * sin(1.1 * time), 0.7 * cos(1.7 * time), 0.5 * sin(0.6 * time))
      let push = isStill ? .zero : Vector3(sin(5 * time), 0.6 * cos(4 * time), 0.3 * sin(7 * time))
      times.append(time)
      forces.append(attitude.inverse.act(on: push + Vector3(0, 0, standardGravity)) + noise(0.01))
      rates.append(turn + bias + noise(0.001))
      attitude = attitude * Quaternion(rotationVector: turn * step)
    }
    (self.times, self.forces, self.rates) = (times, forces, rates)
  }

  /// A line per sample, header first.
  func table(
    _ header: String, separator: String = ",", ending: String = "", _ row: (_ index: Int) -> [String]
  ) -> String {
    header + "\n" + times.indices.map { row($0).joined(separator: separator) + ending + "\n" }.joined()
  }
}

/// A vector as cells.
func cells(_ vector: Vector3, scale: Double = 1, digits: Int = 6) -> [String] {
  (0..<3).map { String(format: "%.\(digits)f", vector[$0] * scale) }
}

/// A number as a cell.
func cell(_ number: Double, digits: Int = 6) -> String { String(format: "%.\(digits)f", number) }

/// A table in memory.
func memory(_ text: String, _ name: String = "a.csv") -> [String: Data] { [name: Data(text.utf8)] }

/// A table in memory read as proposed.
func proposed(
  _ files: [String: Data], _ path: String = "a.csv", _ change: (inout Trace.ReadingOptions) -> Void = { _ in }
)
  throws -> Trace
{
  var options = Trace.ReadingOptions(takesProposal: true)
  change(&options)
  return try Trace(contentsOf: path, in: files, options: options)
}

/// The message with which a table is refused; "" where it is read.
func refusal(_ files: [String: Data], _ path: String = "a.csv") -> String {
  do {
    _ = try proposed(files, path)
    return ""
  } catch { return "\(error)" }
}
