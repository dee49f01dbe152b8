internal import Basics

/// Draws capitals as people do: in one stroke, never twice the same.
///
/// The stroke for a letter and an index depends on the seed and on nothing else, not on what was drawn before.
/// Everything is computed with sums, products and square roots, so that the strokes are the same, bit by bit, on
/// every machine.
public struct LetterGenerator: Sendable {
  /// The letters that can be drawn: A to Z.
  public static let letters = letterPaths.map(\.key)

  /// How much the letters vary.
  public let variation: LetterVariation
  /// What the random numbers grow from.
  public let seed: UInt64
  private let templates: [String: [LetterTemplate]]

  /// A generator of letters.
  /// - Throws: ``GestureError/outOfRange(quantity:value:expected:)`` for a variation that cannot be drawn.
  public init(variation: LetterVariation = LetterVariation(), seed: UInt64 = 1) throws(GestureError) {
    try variation.check()
    (self.variation, self.seed) = (variation, seed)
    templates = Dictionary(
      uniqueKeysWithValues: letterPaths.map { ($0.key, $0.value.map(LetterTemplate.init(path:))) })
  }

  /// The number of ways in which `letter` is drawn.
  /// - Throws: ``GestureError/unknownLetter(_:)``.
  public func ways(of letter: String) throws(GestureError) -> Int {
    guard let ways = templates[letter] else { throw .unknownLetter(letter) }
    return ways.count
  }

  /// The `index`-th drawing of `letter`, in points, y downwards, starting at time 0; the ways of drawing it take turns.
  /// - Throws: ``GestureError/unknownLetter(_:)``. Complexity: O(points), about 20 µs.
  public func stroke(_ letter: String, index: Int) throws(GestureError) -> Stroke {
    guard let ways = templates[letter] else { throw .unknownLetter(letter) }
    let number = UInt64(LetterGenerator.letters.firstIndex(of: letter) ?? 0)
    var generator = SeededRandom(seed: seed, stream: 1 + number &+ 1000 &* UInt64(bitPattern: Int64(index)))
    return draw(ways[((index % ways.count) + ways.count) % ways.count], using: &generator)
  }

  /// `count` drawings of every letter, as examples: letter by letter, from index `first` on.
  public func examples(count: Int, from first: Int = 0, features: ZoneFeatures = .course) -> [Example] {
    LetterGenerator.letters.flatMap { letter in
      (0..<max(0, count)).compactMap { index in
        // The letters are the generator's own.
        (try? stroke(letter, index: first &+ index)).map { Example(label: letter, features: features.features(of: $0)) }
      }
    }
  }

  private func draw(_ template: LetterTemplate, using generator: inout SeededRandom) -> Stroke {
    var moved: [LetterTemplate.Point: LetterTemplate.Point] = [:]
    let outline = template.points { point in
      if let known = moved[point] { return known }
      let shift = LetterTemplate.Point(generator.normal(), generator.normal())
      moved[point] = point + variation.misplacement * shift
      return moved[point] ?? point
    }
    let path = Polyline(outline).evenlySpaced(by: 0.01)
      .rounded(radius: variation.rounding * generator.uniform())
      .displaced(by: wave(variation.wobble, using: &generator), wave(variation.wobble, using: &generator))
    let slant = variation.slant * generator.normal()
    let slope = variation.slope * generator.normal()
    let width = max(0.4, 1 + variation.width * generator.normal())
    let size = generator.uniform(variation.size)
    let timing = path.timing(
      speed: generator.uniform(variation.speed), unevenness: wave(variation.unevenness, using: &generator))
    let samples = path.sampled(timing: timing, rate: variation.rate).map { point, time in
      Sample2D(
        x: size * (width * point.x - slant * point.y), y: size * (point.y + slope * width * point.x), t: time)
    }
    return Stroke(unchecked: samples, unit: .points)
  }

  /// Random heights at seven places along the letter, joined smoothly: a function of the part 0…1 of the path.
  private func wave(_ deviation: Double, using generator: inout SeededRandom) -> (Double) -> Double {
    let heights = (0..<7).map { _ in deviation * generator.normal() }
    return { part in
      let place = min(max(part, 0), 1) * Double(heights.count - 1)
      let left = min(Int(place), heights.count - 2)
      let u = place - Double(left)
      return heights[left] + (heights[left + 1] - heights[left]) * u * u * (3 - 2 * u)
    }
  }
}
