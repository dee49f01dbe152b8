import struct Basics.SeededRandom

extension SeededRandom {
  /// Whether an event of this probability happens.
  mutating func happens(_ probability: Double) -> Bool { Double.random(in: 0..<1, using: &self) < probability }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &self)]
  }
}
