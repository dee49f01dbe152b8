extension RotationError: CustomStringConvertible {
  /// What is wrong with which argument, what was expected, and what to do.
  public var description: String {
    switch self {
    case .notFinite(let argument, let value):
      "\(argument) is not finite: \(value). Every component must be a number; look for a gap or a division by zero "
        + "where it was computed."
    case .zeroLength(let argument):
      "\(argument) has length 0, so it has no direction. Give one with at least one component that is not 0."
    case .notUnit(let argument, let length):
      "\(argument) has the length \(length), so it is not a rotation. `Quaternion(normalizing:x:y:z:)` makes it one, if its "
        + "direction is what is meant."
    case .notARotation(let argument, let deviation, let determinant, let tolerance):
      "\(argument) is not a rotation: "
        + (deviation > tolerance
          ? "its rows are orthonormal only to \(deviation), \(tolerance) was expected"
          : "its determinant is \(determinant), so it reflects; a rotation has determinant 1")
        + ". `Matrix3.nearestRotation()` gives the rotation that is closest to it."
    case .countMismatch(let argument, let count, let expected):
      "\(argument) has \(count) elements, expected \(expected)."
    case .empty(let argument):
      "\(argument) is empty; at least one element is needed."
    case .tooFew(let argument, let count, let needed):
      "\(argument) has \(count) elements; at least \(needed) are needed."
    case .notConverged(let quantity, let change):
      "The \(quantity) did not settle: the last round still changed it by \(change). Give more attitudes where the "
        + "motion is fast, or more even times."
    case .unknownEulerSequence(let name, let suggestion):
      "'\(name)' is not an Euler sequence. A sequence is three of the letters x, y, z, no two neighbours the same; capitals "
        + "turn about the axes of the body (intrinsic), small letters about the fixed axes (extrinsic)."
        + (suggestion.map { " Did you mean '\($0)'?" } ?? "")
    case .invalidWeight(let argument, let index, let value):
      "\(argument)[\(index)] is \(value); a weight must be a finite number that is not negative."
    case .weightsVanish(let argument):
      "All \(argument) are 0; at least one must be positive."
    case .parallel(let argument, let other):
      "\(argument) and \(other) are parallel or opposite, and do not determine the rotation. Give directions that are "
        + "not along one line, or say which of the possible rotations is meant."
    case .notUnique(let quantity, let margin, let tolerance):
      "The \(quantity) is not unique: the best rotation is ahead of another one by \(margin) of the whole, and more "
        + "than \(tolerance) is needed. The rotations cancel each other, as 0° and 180° do; leave some out or weigh them."
    case .singular(let representation, let why):
      "This rotation has no \(representation): \(why)"
    case .timesNotIncreasing(let index, let time, let previous):
      "times[\(index)] is \(time) s, not later than times[\(index - 1)], \(previous) s. Times must increase strictly; "
        + "remove repeated samples and sort the rest."
    case .outOfRange(let argument, let value, let lowest, let highest):
      "\(argument) is \(value); it must be between \(lowest) and \(highest)."
    case .linearAlgebra(let routine, let info):
      "LAPACK's \(routine) failed with info = \(info)."
    }
  }
}
