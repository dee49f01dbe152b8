internal import Basics

extension Quaternion {
  /// A rotation drawn uniformly from the rotation group, with respect to its invariant (Haar) measure: from the same generator
  /// the same one on every machine.
  ///
  /// Source: Shoemake, Uniform random rotations, Graphics Gems III, 1992.
  public static func random(using generator: inout some RandomNumberGenerator) -> Quaternion {
    let radius = generator.uniform()
    let (first, second) = (Portable.turn(generator.uniform()), Portable.turn(generator.uniform()))
    let (outer, inner) = ((1 - radius).squareRoot(), radius.squareRoot())
    return Quaternion(
      w: inner * second.cosine, x: outer * first.sine, y: outer * first.cosine, z: inner * second.sine)
  }
}
