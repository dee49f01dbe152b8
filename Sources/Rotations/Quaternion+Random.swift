extension Quaternion {
  /// A rotation drawn uniformly from the rotation group, with respect to its invariant (Haar) measure.
  ///
  /// Source: Shoemake, Uniform random rotations, Graphics Gems III, 1992.
  public static func random(using generator: inout some RandomNumberGenerator) -> Quaternion {
    let radius = Double.random(in: 0..<1, using: &generator)
    let first = Double.random(in: 0..<2 * .pi, using: &generator)
    let second = Double.random(in: 0..<2 * .pi, using: &generator)
    let (outer, inner) = ((1 - radius).squareRoot(), radius.squareRoot())
    return Quaternion(
      w: inner * Elementary.cosine(second), x: outer * Elementary.sine(first), y: outer * Elementary.cosine(first),
      z: inner * Elementary.sine(second))
  }
}
