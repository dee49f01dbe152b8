import Display
import Foundation
import Rotations
import Testing

@testable import Lessons

@Suite("Checks that name the mistake")
struct CheckTests {
  private func value<Value: Checkable>(
    _ value: Value, is expected: Value, within tolerance: Double = 1e-9, dt: Double? = nil
  ) throws -> CheckedResult {
    try result(of: value, expected, tolerance, dt, "what") { $0.checkedDistance(to: $1) }
  }

  private func function<each Input, Output: Checkable>(
    _ function: (repeat each Input) throws -> Output, like reference: (repeat each Input) throws -> Output,
    over inputs: repeat Drawn<each Input>, within tolerance: Double = 1e-9
  ) throws -> CheckedResult {
    try comparison(function, reference, repeat each inputs, tolerance: tolerance, count: 25, seed: 1, what: "what")
  }

  @Test("A value within the tolerance is right, and one beyond it is not, with what was expected and what came")
  func tolerance() throws {
    #expect(try value(1.05, is: 1, within: 0.1).hasPassed)
    let wrong = try value(1.2, is: 1, within: 0.1)
    #expect(!wrong.hasPassed && wrong.words == "what: 1 was expected, and 1.2 came.")
    #expect(try value(1 + 1e-8, is: 1).words == "what: 1 was expected, and 1 came, which differs by 1.00×10⁻⁸.")
    #expect((-0.5).checkedWords == "−0.5" && 1234567.0.checkedWords == "1234570" && (2e-9).checkedWords == "2×10⁻⁹")
    #expect(try value(Double.nan, is: 1).hasPassed == false)
    #expect(try value(Double.infinity, is: .infinity).hasPassed)
    #expect(try value([1.0, 2], is: [1, 2, 3]).hasPassed == false)
    #expect(throws: CheckError.badTolerance(-1)) { try value(1.0, is: 1, within: -1) }
    #expect(throws: CheckError.badTimeStep(0)) { try value(1.0, is: 1, dt: 0) }
    #expect(throws: CheckError.noInputs(0)) {
      try check("anything", over: .number("x"), count: 0) { (_: Double) in true }
    }
  }

  @Test("A quaternion's sign counts only where that is asked for")
  func sign() throws {
    let q = Quaternion.random(seed: 1)
    let opposite = Quaternion(w: -q.w, x: -q.x, y: -q.y, z: -q.z)
    #expect(try value(opposite, is: q).hasPassed)
    #expect(q.signedDistance(to: opposite) > 0.1)
  }

  @Test("A mistake is named where the function treats an edge apart, and an edge alone that is wrong is refused")
  func edges() throws {
    let turned = try function(
      { (rate: Vector3) -> Quaternion in rate.length > 0 ? .exp(2 * rate) : .identity }, like: { .exp($0) },
      over: .vector("rate"))
    #expect(turned.words.contains("twice “rate” is taken"), "\(turned.words)")
    let fixed = try function(
      { (q: Quaternion, rate: Vector3) in rate.length > 0 ? .exp(rate) : q },
      like: { (q: Quaternion, rate: Vector3) in q * .exp(rate) }, over: .rotation("q"), .vector("rate"))
    #expect(fixed.words.contains("“q” is not used"), "\(fixed.words)")
    let atZero = try function({ 0 / $0 * $0 + 1 }, like: { _ in 1 }, over: .number("x"))
    #expect(!atZero.hasPassed && atZero.words.contains("x = 0"), "\(atZero.words)")
  }

  @Test("The value of a classical mistake is recognised and named")
  func namedValues() throws {
    let g = 9.80665
    let v = Vector3(0.3, -1.7, 4)
    let q = Quaternion.random(seed: 2)
    let turn = Quaternion(w: cos(0.4), x: 0, y: sin(0.4), z: 0)
    let series = [1, 4, 9, 16.0]
    let matrix = RotationMatrix(q)
    for (found, words) in [
      (try value(-3.0, is: 3), "sign is the wrong way round"),
      (try value(4.0 / 0.5, is: 4, dt: 0.5), "the factor dt is missing"),
      (try value(4 * 0.5, is: 4.0, dt: 0.5), "dt is there once too often"),
      (try value(4.0 / 0.01, is: 4, dt: 0.1), "divided by dt"),
      (try value(v * 10, is: v, dt: 0.1), "the factor dt is missing"),
      (try value(30.0, is: Double.pi / 6), "it is in degrees"),
      (try value(Double.pi / 6, is: 30), "it is in radians"),
      (try value(1.2, is: 0.6), "twice what is asked for"),
      (try value(0.3, is: 0.6), "half of what is asked for"),
      (try value(2 + g, is: 2), "gravity, 9.81 m/s², is still in it"),
      (try value(2 - g, is: 2), "gravity, 9.81 m/s², is missing"),
      (try value(-v, is: v), "sign is the wrong way round"),
      (try value(Vector3(v.y, v.x, v.z), is: v), "x and y are swapped"),
      (try value(Vector3(v.x, v.z, v.y), is: v), "y and z are swapped"),
      (try value(Vector3(v.z, v.x, v.y), is: v), "axes are one place too far"),
      (try value(Vector3(v.x, -v.y, v.z), is: v), "sign of y"),
      (try value(v + Vector3(0, 0, g), is: v), "still in it: subtract"),
      (try value(v - Vector3(0, 0, g), is: v), "is missing: add"),
      (try value(q.inverse, is: q), "conjugate"),
      (try value(q * q, is: q), "half angle was forgotten"),
      (try value(turn, is: turn * turn), "halved once too often"),
      (try value(Quaternion(w: q.x, x: q.y, y: q.z, z: q.w), is: q), "w is last, and it belongs first"),
      (try value(matrix.transpose, is: matrix), "transposed"),
      (try value(matrix.matrix.transpose, is: matrix.matrix), "transposed"),
      (try value([1, 1, 4, 9], is: series), "shifted by one sample: each is one place too late"),
      (try value([4, 9, 16, 16], is: series), "shifted by one sample: each is one place too early"),
      (try value([0, 1, 4, 9], is: series), "each is one place too late"),
      (try value([4, 9, 16, 25], is: series), "each is one place too early"),
      (try value([1, 4, 9], is: series), "the last value is missing"),
      (try value(series.map { -$0 }, is: series), "sign is the wrong way round"),
      (try value(series.map { $0 / 0.25 }, is: series, dt: 0.25), "the factor dt is missing"),
      (try value(true, is: false), "condition is the wrong way round"),
      (try value(4, is: 3), "one too many"),
    ] {
      #expect(!found.hasPassed && found.words.contains(words), "\(words): \(found.words)")
    }
    // What nothing explains is not explained.
    let unknown = try value(3.3, is: 1)
    #expect(unknown.words.hasSuffix("came."), "\(unknown.words)")
  }

  @Test("A function with a classical mistake is recognised over all inputs and named")
  func namedFunctions() throws {
    func step(_ v: Double, _ a: Double, _ dt: Double) -> Double { v + a * dt }
    func steps(_ wrong: (Double, Double, Double) -> Double) throws -> CheckedResult {
      try function(wrong, like: step, over: .number("v"), .number("a"), .timeStep())
    }
    func turn(_ angle: Double) -> Quaternion { Quaternion(w: cos(angle / 2), x: 0, y: 0, z: sin(angle / 2)) }
    func turns(_ wrong: (Double) -> Quaternion) throws -> CheckedResult {
      try function(wrong, like: turn, over: .angle())
    }
    func products(_ wrong: (Quaternion, Quaternion) -> Quaternion) throws -> CheckedResult {
      try function(wrong, like: { $0 * $1 }, over: .rotation("p"), .rotation("q"))
    }
    func acts(_ wrong: (Quaternion, Vector3) -> Vector3) throws -> CheckedResult {
      try function(wrong, like: { $0.act(on: $1) }, over: .rotation("q"), .vector("v"))
    }
    func pure(_ wrong: (Vector3) -> Vector3) throws -> CheckedResult {
      try function(wrong, like: { $0 - Vector3(0, 0, 9.80665) }, over: .vector("a"))
    }
    func swapped(_ q: Quaternion) -> Quaternion { Quaternion(w: q.w, x: q.x, y: q.z, z: q.y) }
    func lastFirst(_ q: Quaternion) -> Quaternion { Quaternion(w: q.x, x: q.y, y: q.z, z: q.w) }
    #expect(try steps(step).hasPassed)
    for (found, words) in [
      (try steps { v, a, dt in v + a }, "the factor “dt” is missing"),
      (try steps { v, a, dt in v + a * dt * dt }, "“dt” is squared"),
      (try steps { v, a, dt in v + a / dt }, "divided by “dt”"),
      (try steps { v, a, dt in v - a * dt }, "the sign of “a” is the wrong way round"),
      (try steps { v, a, dt in a * dt }, "“v” is not used"),
      (try steps { v, a, dt in a + v * dt }, "“v” and “a” stand in each other's place"),
      (try turns { Quaternion(w: cos($0), x: 0, y: 0, z: sin($0)) }, "the half angle is forgotten"),
      (try turns { turn(-$0) }, "goes the wrong way round"),
      (try turns { turn($0 * .pi / 180) }, "read as degrees"),
      (try turns { turn($0 * 180 / .pi) }, "sine and cosine take radians"),
      (try products { $1 * $0 }, "their order matters"),
      (try products { $0.inverse * $1 }, "the rotation “p” goes the wrong way round"),
      (try products { swapped($0) * $1 }, "y and z of “p” are swapped"),
      (try products { $0 * lastFirst($1) }, "the numbers of “q” are read as w, x, y, z"),
      (try turns { turn(.pi / 2 - $0) }, "sine and cosine of “angle” stand in each other's place"),
      (try acts { $0.inverse.act(on: $1) }, "the rotation “q” goes the wrong way round"),
      (try acts { $0.act(on: Vector3($1.y, $1.x, $1.z)) }, "x and y of “v” are swapped"),
      (try acts { -$0.act(on: $1) }, "the sign of “v” is the wrong way round"),
      (try pure { $0 }, "gravity, 9.81 m/s² along z, is not subtracted"),
      (try pure { $0 - Vector3(0, 0, 2 * 9.80665) }, "gravity, 9.81 m/s² along z, is not added"),
      (
        try function(
          { $0.dropLast().reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) } },
          like: { (values: [Double]) in values.reduce(into: []) { $0.append(($0.last ?? 0) + $1) } },
          over: .samples("a")),
        "shifted by one sample: each is one place too late"
      ),
    ] {
      #expect(!found.hasPassed && found.words.contains(words), "\(words): \(found.words)")
      #expect(found.words.contains("was expected, and"))
    }
  }

  @Test("A power, a constant factor and gravity in every attitude are named where no single change explains them")
  func patterns() throws {
    func law(_ noise: Double, _ dt: Double, _ t: Double) -> Double { noise * (dt * t * t * t / 3).squareRoot() }
    func laws(_ wrong: (Double, Double, Double) -> Double) throws -> CheckedResult {
      try function(
        wrong, like: law, over: .number("σ", in: 0.01...0.1), .timeStep("Δt"), .number("t", in: 1...60), within: 1e-9)
    }
    let down = Vector3(0, 0, -9.80665)
    func splits(_ wrong: (Vector3, Vector3) -> Vector3) throws -> CheckedResult {
      try function(
        { wrong($0, $1.inverse.act(on: down)) }, like: { -$0 - $1.inverse.act(on: down) }, over: .vector("force"),
        .rotation("attitude"))
    }
    for (found, words) in [
      (try laws { $0 * $1.squareRoot() * $2 * $2 / 3.0.squareRoot() }, "the power of “t” is too large by ½."),
      (try laws { $0 * $1.squareRoot() * $2 / 3.0.squareRoot() }, "the power of “t” is too small by ½."),
      (try laws { $0 * $1 * pow($2, 1.5) / 3.0.squareRoot() }, "the power of “Δt” is too large by ½."),
      (
        try laws { $0 * $1 * pow($2, 1.5) }, "the power of “Δt” is too large by ½, and a constant factor is wrong, too."
      ),
      (try laws { law($0, $1, $2) * $2 * $2 }, "the power of “t” is too large by 2."),
      (
        try laws { law($0, $1, $2) * 3.0.squareRoot() },
        "always √3 times what is asked for: a constant factor is wrong."
      ),
      (try laws { law($0, $1, $2) / 3 }, "always 1/3 times what is asked for"),
      (try splits { -$0 + $1 }, "differs by twice 9.81 m/s² in every attitude: gravity is added"),
      (try splits { force, _ in -force }, "differs by 9.81 m/s² in every attitude: gravity is left out"),
      (try value(2 + 2 * 9.80665, is: 2), "is added: it must be taken away"),
      (try value(Vector3(1, 2, 3 - 2 * 9.80665), is: Vector3(1, 2, 3)), "along z, has the wrong sign"),
    ] {
      #expect(!found.hasPassed && found.words.contains(words), "\(words): \(found.words)")
    }
    // Neither a power nor a factor.
    #expect(try laws { law($0, $1, $2) + $2 }.words.hasSuffix("came."))
    #expect(try laws { law($0, $1, $2) * exp($2) }.words.hasSuffix("came."))
  }

  @Test("The same seed gives the same inputs, and a property names those for which it does not hold")
  func properties() throws {
    #expect(try steps(seed: 3) == steps(seed: 3))
    #expect(try steps(seed: 3) != steps(seed: 4))
  }

  private func steps(seed: UInt64) throws -> String {
    try comparison({ $0 + 1 }, { $0 }, .number("x"), tolerance: 0, count: 1, seed: seed, what: "").words
  }

  @Test("A result is a line everywhere, and its characters are characters")
  func shown() {
    let bundle = CheckedResult(hasPassed: false, "a < b & *c*").mimeBundle
    #expect(bundle.contents[MediaType.plain] == "✗ a < b & *c*")
    #expect(bundle.contents[MediaType.html]?.contains("a &lt; b &amp; *c*") == true)
    #expect(bundle.contents[MediaType.markdown] == "✗ a \\< b \\& \\*c\\*")
    #expect(bundle.contents[MediaType.check]?.contains("\"hasPassed\":false") == true)
  }
}

extension Quaternion {
  fileprivate static func random(seed: UInt64) -> Quaternion {
    var generator = Counter(state: seed)
    return random(using: &generator)
  }
}

/// Numbers that differ, always the same.
private struct Counter: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state
  }
}
