import Rotations

/// What a C function returns: 0, or the number of the error; `gimbal_message` then says it in words.
enum Status {
  /// One caller at a time: Python's.
  nonisolated(unsafe) static var message = UnsafeMutableBufferPointer<CChar>.allocate(capacity: 2000)

  /// Runs `body` and turns what it throws into a number.
  static func of(_ body: () throws(RotationError) -> Void) -> Int32 {
    do {
      try body()
      return 0
    } catch {
      let text = "\(error)".utf8CString.prefix(message.count - 1) + [0]
      _ = message.update(fromContentsOf: text)
      return number(error)
    }
  }

  private static func number(_ error: RotationError) -> Int32 {
    switch error {
    case .notFinite: 1
    case .zeroLength: 2
    case .notARotation: 3
    case .countMismatch: 4
    case .empty: 5
    case .tooFew: 6
    case .notConverged: 7
    case .unknownEulerSequence: 8
    case .invalidWeight: 9
    case .weightsVanish: 10
    case .parallel: 11
    case .notUnique: 12
    case .singular: 13
    case .timesNotIncreasing: 14
    case .outOfRange: 15
    case .linearAlgebra: 16
    case .notUnit: 17
    }
  }
}

/// The words of the last error, until the next call.
@c(gimbal_message)
public func gimbalMessage() -> UnsafePointer<CChar>? { UnsafePointer(Status.message.baseAddress) }
