import Display
import JudgedCalls
import Rotations

/// Why a check cannot look at anything.
public enum CheckError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The tolerance is not a number, or below 0.
  case badTolerance(Double)
  /// A time step that is not above 0.
  case badTimeStep(Double)
  /// The number of inputs is not positive.
  case noInputs(Int)

  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .badTolerance(let value): "the tolerance of a check is \(value); give a number that is not below 0"
    case .badTimeStep(let value): "the time step of a check is \(value) s; give a number above 0"
    case .noInputs(let count): "a check over \(count) inputs looks at nothing; draw at least 1"
    }
  }
}

/// Whether the sign of a quaternion counts: `q` and `−q` are the same rotation.
public enum QuaternionSign: Hashable, Sendable {
  /// Both are right.
  case either
  /// Only the one that was expected.
  case exact
}

/// Checks a value, and shows a sentence that says what was expected and what came. If the value is wrong in a classical
/// way, the sentence names the mistake. A value that is wrong is a result: nothing is thrown for it.
///
/// - Parameters:
///   - value: What the reader's code gave.
///   - expected: What is right.
///   - tolerance: How far the two may be apart, in the value's unit.
///   - dt: The time step that was given, s: then a missing or squared factor dt is found.
///   - mistakes: The outcome of a mistake of this task's own, each under the sentence that names it. They are tried
///     first.
///   - what: What is looked at, for the sentence.
/// - Throws: `CheckError` for a tolerance or a time step that makes no sense.
public func check<Value: Checkable>(
  _ value: Value, is expected: Value, within tolerance: Double = 1e-9, dt: Double? = nil,
  mistakes: KeyValuePairs<String, Value> = [:], _ what: String = ""
) throws {
  let own = mistakes.map { mistake in Mistake<Value>(mistake.key) { _ in mistake.value } }
  report(try result(of: value, expected, tolerance, dt, what, adding: own) { $0.checkedDistance(to: $1) })
}

/// Checks a quaternion; see ``check(_:is:within:dt:mistakes:_:)``.
///
/// - Parameter sign: Whether `−q` is right, too, where `q` is expected.
/// - Throws: `CheckError` for a tolerance that makes no sense.
public func check(
  _ value: Quaternion, is expected: Quaternion, within tolerance: Double = 1e-9, sign: QuaternionSign,
  _ what: String = ""
) throws {
  let opposite = Mistake<Quaternion>("it is −q: the same rotation, but not the quaternion that is asked for") {
    Quaternion(w: -$0.w, x: -$0.x, y: -$0.y, z: -$0.z)
  }
  report(
    try result(of: value, expected, tolerance, nil, what, adding: sign == .exact ? [opposite] : []) {
      sign == .exact ? $0.signedDistance(to: $1) : $0.checkedDistance(to: $1)
    })
}

/// Checks a condition.
///
/// - Parameters:
///   - isRight: Whether it holds.
///   - what: What must hold, for the sentence.
public func check(_ isRight: Bool, _ what: String) {
  report(CheckedResult(hasPassed: isRight, isRight ? what : "\(what): it does not hold.", title: what))
}

/// Shows what a check found. If it rests on something that a submission did not give, that is what it found.
func report(_ result: CheckedResult) { report([result]) }

/// Shows what the parts of a check found.
func report(_ results: [CheckedResult]) {
  let failure = Submission.takeFailure()
  for result in results {
    guard let failure else {
      display(result)
      continue
    }
    let title = result.title ?? ""
    display(CheckedResult(hasPassed: false, "\(title.isEmpty ? "" : "\(title): ")\(failure).", title: title))
  }
}

/// What a check of one value found.
func result<Value: Checkable>(
  of value: Value, _ expected: Value, _ tolerance: Double, _ dt: Double?, _ what: String,
  adding more: [Mistake<Value>] = [], distance: (Value, Value) -> Double
) throws -> CheckedResult {
  guard tolerance >= 0, tolerance < .infinity else { throw CheckError.badTolerance(tolerance) }
  if let dt, !(dt > 0 && dt < .infinity) { throw CheckError.badTimeStep(dt) }
  let title = what.isEmpty ? "" : "\(what): "
  if distance(value, expected) <= tolerance {
    return CheckedResult(hasPassed: true, title + value.checkedWords, title: what)
  }
  let mistakes = dt.map(Value.timeStepMistakes) ?? []
  let named = (more + mistakes + Value.classicalMistakes).first {
    $0.explains(value, expected, tolerance, by: distance)
  }
  let words = "\(title)\(value.checkedContrast(with: expected, beyond: tolerance))"
  return CheckedResult(
    hasPassed: false, words + (named.map { "; \($0.words)." } ?? "."), title: what, mistake: named?.words)
}

extension Checkable {
  /// What a time step does that is missing or there twice: for values that can be scaled.
  static func timeStepMistakes(_ dt: Double) -> [Mistake<Self>] {
    func scaled(_ value: Self, _ factor: Double) -> Self? {
      switch value {
      case let value as Double: value * factor as? Self
      case let value as Vector3: value * factor as? Self
      case let value as [Double]: value.map { $0 * factor } as? Self
      case let value as [Vector3]: value.map { $0 * factor } as? Self
      default: nil
      }
    }
    return [
      Mistake("the factor dt is missing") { scaled($0, 1 / dt) },
      Mistake("the factor dt is there once too often") { scaled($0, dt) },
      Mistake("it is divided by dt, and must be multiplied by it") { scaled($0, 1 / (dt * dt)) },
    ]
  }
}
