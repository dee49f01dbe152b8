import Figures
import Foundation

/// A figure travels as what it draws: its JSON, whose numbers keep every bit.
extension Figure: PassedValue {
  public static var missing: Figure { Figure(panels: []) }

  public func pass(to bytes: inout PassedBytes) {
    let encoder = JSONEncoder()
    // Limits may be infinite: “nothing is cut off”.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: Self.infinity, negativeInfinity: "-\(Self.infinity)", nan: Self.notANumber)
    ((try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "").pass(to: &bytes)
  }

  public init(passed bytes: inout PassedBytes) throws {
    let text = try String(passed: &bytes)
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: Self.infinity, negativeInfinity: "-\(Self.infinity)", nan: Self.notANumber)
    guard let figure = try? decoder.decode(Figure.self, from: Data(text.utf8)) else { throw PassError.otherType }
    self = figure
  }

  private static let (infinity, notANumber) = ("infinity", "nan")
}
