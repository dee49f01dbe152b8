import struct Basics.SeededRandom

/// Random operations over a few names, so that they meet often.
struct Choices {
  var random: SeededRandom
  let usesHardLinks: Bool
  private var outsideOperations = 0

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    usesHardLinks = seed % 4 == 3
  }

  static let names = ["a", "b", "c", "d", "e", "d/a", "d/b", "e/a", "d/f", "d/f/a", "l", "d/l", "l/a"]
  private static let targets = ["a", "d", "e/a", "missing", "../a", "f", "e"]

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
  mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
  mutating func name() -> String { Self.names.randomElement(using: &random)! }
  mutating func text() -> String { "text \(number(5))" }

  mutating func operation() -> Operation {
    switch number(usesHardLinks ? 24 : 22) {
    case 0, 1, 2: .read(name())
    case 3: .status(name(), follows: chance(50))
    case 4, 5: .list(chance(30) ? "." : name())
    case 6, 7, 8: .write(name(), text())
    case 9, 10: .append(name(), text())
    case 11: .copy(name(), to: name())
    case 12: .replace(name(), text())
    case 13, 14, 15: .rename(name(), to: name())
    case 16: .delete(name())
    case 17: .makeFolder(name())
    case 18: .removeFolder(name())
    case 19: .makeLink(name(), target: Self.targets.randomElement(using: &random)!)
    case 20: .permit(name(), chance(50) ? 0o600 : 0o644)
    case 21: .replaceAtomically(name(), text())
    default: .makeHardLink(name(), to: name())
    }
  }

  mutating func step() -> [Operation] { (0..<(1 + number(4))).map { _ in operation() } }

  /// What a person does with another program.
  ///
  /// Each text is a new one: whether the same text written again is a person's work or nothing at all depends on whether the
  /// session knows the hash of the old one.
  mutating func outsideOperation() -> Operation {
    outsideOperations += 1
    return switch number(8) {
    case 0, 1:
      usesHardLinks
        ? .replaceAtomically(name(), "by hand \(outsideOperations)") : .write(name(), "by hand \(outsideOperations)")
    case 2: usesHardLinks ? .delete(name()) : .append(name(), " by hand")
    case 3: .delete(name())
    case 4: .makeFolder(name())
    case 5: .removeFolder(name())
    case 6: .replaceAtomically(name(), "by hand \(outsideOperations)")
    default: .makeLink(name(), target: Self.targets.randomElement(using: &random)!)
    }
  }
}
