import Rotations
import Testing

/// What a caller can hand in that has no answer: each is an error that names the argument and says why.
@Suite struct BadInputTests {
  @Test func aQuaternionOfZerosHasNoDirection() {
    #expect(throws: RotationError.zeroLength(argument: "quaternion")) {
      try Quaternion(normalizing: 0, x: 0, y: 0, z: 0)
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func componentsThatAreNoNumbersAreRefused(_ bad: Double) {
    for place in 0..<4 {
      var components = [1.0, 2, 3, 4]
      components[place] = bad
      #expect { try Quaternion(wxyz: components) } throws: { "\($0)".contains("quaternion is not finite") }
    }
    #expect(throws: RotationError.self) { try Quaternion(axis: Vector3(bad, 0, 1), angle: 1) }
    #expect(throws: RotationError.self) { try Quaternion(axis: Vector3(0, 0, 1), angle: bad) }
    #expect(throws: RotationError.self) { try RotationVector(Vector3(0, bad, 0)) }
    #expect(throws: RotationError.self) {
      try RotationMatrix(rows: Vector3(1, 0, 0), Vector3(0, bad, 0), Vector3(0, 0, 1))
    }
  }

  @Test func anglesThatAreNoNumbersAreNamed() throws {
    let angles = RollPitchYaw(roll: 1, pitch: .nan, yaw: 2)
    #expect(throws: RotationError.notFinite(argument: "pitch", value: "nan")) { try angles.validated() }
    let euler = EulerAngles(sequence: .intrinsicXYZ, 0, 1, .infinity)
    #expect(throws: RotationError.notFinite(argument: "the third Euler angle", value: "inf")) { try euler.validated() }
    #expect(try RollPitchYaw(roll: 1, pitch: 2, yaw: 3).validated().yaw == 3)
    #expect(try EulerAngles(sequence: .intrinsicXYZ, 7, 8, 9).validated().third == 9)
  }

  @Test func sizesFarFromOneAreStillNormalised() throws {
    for size in [Double.leastNonzeroMagnitude, 3e-308, 1e-200, 1, 1e200, 1e308] {
      let q = try Quaternion(normalizing: size, x: 0, y: -size, z: 0)
      #expect(abs(q.w - 0.5.squareRoot()) < 1e-15 && abs(q.y + 0.5.squareRoot()) < 1e-15)
      let axis = try Vector3(size, 0, size).normalized()
      expectClose(axis, Vector3(0.5.squareRoot(), 0, 0.5.squareRoot()))
    }
  }

  @Test func anAxisOfZerosHasNoDirection() {
    #expect(throws: RotationError.zeroLength(argument: "axis")) { try Quaternion(axis: .zero, angle: 1) }
  }

  @Test func matricesThatAreNoRotationsAreRefused() {
    #expect { try RotationMatrix(rows: Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, -1)) } throws: {
      "\($0)".contains("reflects")
    }
    #expect { try RotationMatrix(rows: Vector3(2, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)) } throws: {
      "\($0)".contains("orthonormal only to 3.0")
    }
  }

  @Test func theToleranceOfAMatrixDecidesWhatIsAccepted() throws {
    let rows = (Vector3(1, 0.001, 0), Vector3(0, 1, 0), Vector3(0, 0, 1))
    #expect(throws: RotationError.self) { try RotationMatrix(rows: rows.0, rows.1, rows.2) }
    let accepted = try RotationMatrix(rows: rows.0, rows.1, rows.2, tolerance: 0.01)
    #expect(accepted.matrix.orthonormalityError < 1e-15)
  }

  @Test func misspeltEulerSequencesGetASuggestion() throws {
    #expect(try EulerSequence("ZYX") == .intrinsicZYX)
    #expect(try EulerSequence("zyx") == .extrinsicZYX)
    for (name, suggestion) in [("Zyx", "zyx"), ("ZYy", "ZYX"), ("z-y-x ", "zyx"), ("ZYXX", nil), ("roll", nil)] {
      #expect(throws: RotationError.unknownEulerSequence(name: name, suggestion: suggestion)) {
        try EulerSequence(name)
      }
    }
    #expect { try EulerSequence("roll") } throws: { "\($0)".hasPrefix("'roll' is not an Euler sequence") }
  }

  @Test func aWrongNumberOfComponentsIsRefused() {
    #expect(throws: RotationError.countMismatch(argument: "wxyz", count: 3, expected: 4)) {
      try Quaternion(wxyz: [1, 0, 0])
    }
    #expect(throws: RotationError.countMismatch(argument: "xyzw", count: 5, expected: 4)) {
      try Quaternion(xyzw: [1, 0, 0, 0, 0])
    }
  }

  /// At least one sentence that names the argument, and nowhere the Swift name of the case.
  @Test(arguments: [
    (RotationError.notFinite(argument: "rate[3]", value: "nan"), ["rate[3]", "nan"]),
    (.zeroLength(argument: "axis"), ["axis", "length 0"]),
    (.notARotation(argument: "matrix", deviation: 3, determinant: 1, tolerance: 1e-5), ["matrix", "3.0", "1e-05"]),
    (
      .notARotation(argument: "matrix", deviation: 0, determinant: -1, tolerance: 1e-5), ["matrix", "-1.0", "reflects"]
    ),
    (.countMismatch(argument: "weights", count: 2, expected: 3), ["weights", "2", "3"]),
    (.empty(argument: "attitudes"), ["attitudes", "empty"]),
    (.tooFew(argument: "attitudes", count: 1, needed: 2), ["attitudes", "1", "2"]),
    (.notConverged(quantity: "spline", change: 0.5), ["spline", "0.5"]),
    (.unknownEulerSequence(name: "ZYY", suggestion: "ZYX"), ["'ZYY'", "Did you mean 'ZYX'?"]),
    (.unknownEulerSequence(name: "roll", suggestion: nil), ["'roll'", "capitals"]),
    (.invalidWeight(argument: "weights", index: 4, value: -2), ["weights[4]", "-2.0"]),
    (.weightsVanish(argument: "weights"), ["weights", "positive"]),
    (.parallel(argument: "start", other: "end"), ["start", "end", "opposite"]),
    (.notUnique(quantity: "average", margin: 0, tolerance: 1e-10), ["average", "not unique", "1e-10"]),
    (.singular(representation: "Rodrigues parameters", why: "infinite"), ["Rodrigues parameters", "infinite"]),
    (.timesNotIncreasing(index: 2, time: 1, previous: 1.5), ["times[2]", "1.0 s", "1.5 s"]),
    (.outOfRange(argument: "time", value: 9, lowest: 0, highest: 2), ["time", "9.0", "0.0", "2.0"]),
    (.linearAlgebra(routine: "dgesdd", info: 1), ["dgesdd", "1"]),
  ])
  func errorsSayWhatIsWrongWithWhat(_ error: RotationError, _ parts: [String]) {
    let words = "\(error)"
    for part in parts { #expect(words.contains(part), "\(words)") }
    #expect(words.hasSuffix(".") || words.hasSuffix("?") || words.hasSuffix("infinite"))
    #expect(!words.contains("argument:"))
  }
}
