/// What can be wrong with what a caller hands to this module; `description` says it in words.
///
/// `argument` names the value as the caller knows it: a parameter's name, with the index where it is one of many.
public enum RotationError: Error, Hashable, Sendable {
  /// A component is NaN or infinite.
  case notFinite(argument: String, value: String)
  /// A quaternion whose length is not 1, to 1 %.
  case notUnit(argument: String, length: Double)
  /// A vector or quaternion of length 0, which has no direction.
  case zeroLength(argument: String)
  /// A matrix whose rows are not orthonormal, or which reflects.
  ///
  /// `deviation` is the largest entry of |M·Mᵀ − 1|.
  case notARotation(argument: String, deviation: Double, determinant: Double, tolerance: Double)
  /// A number of components or elements that does not fit.
  case countMismatch(argument: String, count: Int, expected: Int)
  /// Nothing to compute with.
  case empty(argument: String)
  /// Fewer elements than the computation needs.
  case tooFew(argument: String, count: Int, needed: Int)
  /// An iteration that did not settle; `change` is what its last round still changed, relatively.
  case notConverged(quantity: String, change: Double)
  /// A name other than those of the 24 Euler sequences.
  case unknownEulerSequence(name: String, suggestion: String?)
  /// A weight that is negative or not finite.
  case invalidWeight(argument: String, index: Int, value: Double)
  /// All weights are 0.
  case weightsVanish(argument: String)
  /// Vectors that are parallel, or opposite, where two directions are needed.
  case parallel(argument: String, other: String)
  /// More than one rotation is the best: `margin` is how far the runner-up is away, relative to the whole.
  case notUnique(quantity: String, margin: Double, tolerance: Double)
  /// The representation has no value for this rotation.
  case singular(representation: String, why: String)
  /// A time that is not later than the one before.
  case timesNotIncreasing(index: Int, time: Double, previous: Double)
  /// A value outside what is allowed.
  case outOfRange(argument: String, value: Double, lowest: Double, highest: Double)
  /// A LAPACK routine did not converge.
  case linearAlgebra(routine: String, info: Int)
}
