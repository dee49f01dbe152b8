internal import Basics
import Display
import JudgedCalls
import Rotations

/// Checks a function against the right one over random inputs, always the same ones, and shows a sentence. If the
/// function gives what the right one would with a classical mistake (a sign, a missing or squared time step, degrees
/// for radians, a rotation the wrong way round, swapped inputs), for all inputs, the sentence names that mistake.
/// Edges such as zero, which a function often treats apart, have to be right, too, but need not show the mistake.
///
/// ```swift
/// try check("a step", step, like: { v, a, dt in v + a * dt }, over: .number("v"), .number("a"), .timeStep())
/// ```
///
/// - Parameters:
///   - what: What is looked at, for the sentence.
///   - function: The reader's function.
///   - reference: What is right.
///   - inputs: What is drawn for each input.
///   - mistakes: Functions with a mistake of this task's own. They are tried before the classical ones.
///   - tolerance: How far results may be apart, in their unit.
///   - count: How many inputs are tried.
///   - seed: The same seed gives the same inputs.
/// - Throws: `CheckError`, and what the functions throw. O(count · mistakes) calls.
public func check<each Input, Output: Checkable>(
  _ what: String, _ function: (repeat each Input) throws -> Output,
  like reference: (repeat each Input) throws -> Output, over inputs: repeat Drawn<each Input>,
  mistakes: [MistakenFunction<repeat each Input, Output>] = [],
  within tolerance: Double = 1e-9, count: Int = 25, seed: UInt64 = 1
) throws {
  report(
    try comparison(
      function, reference, repeat each inputs, mistakes: mistakes, tolerance: tolerance, count: count, seed: seed,
      what: what))
}

/// Checks that something holds for all inputs, tried over random ones, always the same, and shows a sentence with the first
/// inputs for which it does not.
///
/// - Parameters:
///   - what: What holds, for the sentence: “a rotation keeps lengths”.
///   - inputs: What is drawn for each input.
///   - count: How many inputs are tried.
///   - seed: The same seed gives the same inputs.
///   - property: Whether it holds for these inputs.
/// - Throws: `CheckError`, and what the property throws. O(count) calls.
public func check<each Input>(
  _ what: String, over inputs: repeat Drawn<each Input>, count: Int = 100, seed: UInt64 = 1,
  holds property: (repeat each Input) throws -> Bool
) throws {
  let tried = try samples(repeat each inputs, count: count, seed: seed).all
  for index in tried.indices {
    let sample = tried[index]
    if try property(repeat each sample) { continue }
    var words = InputTexts()
    repeat words.add((each inputs).name, (each inputs).words(each sample))
    return report(
      CheckedResult(hasPassed: false, "\(what): it does not hold for \(words.text).", title: what))
  }
  report(CheckedResult(hasPassed: true, "\(what), for \(count) inputs", title: what))
}

/// The inputs that are tried: drawn ones, and in place of the last of them the edges, each of one input with drawn ones of the
/// others. `drawn` counts those in front of the edges.
private func samples<each Input>(
  _ inputs: repeat Drawn<each Input>, count: Int, seed: UInt64
) throws -> (all: [(repeat each Input)], drawn: Int) {
  guard count > 0 else { throw CheckError.noInputs(count) }
  let count = max(count, Submission.leastInputs)
  var random = SeededRandom(seed: Submission.seed(seed))
  var samples: [(repeat each Input)] = []
  for _ in 0..<count { samples.append((repeat (each inputs).draw(&random))) }
  var edges: [(input: Int, edge: Int)] = []
  var input = 0
  func list<Value>(_ drawn: Drawn<Value>) {
    edges += drawn.edges.indices.map { (input, $0) }
    input += 1
  }
  repeat list(each inputs)
  // At least half of the inputs are drawn.
  edges = Array(edges.prefix(count / 2))
  for (index, edge) in edges.enumerated() {
    var position = -1
    func changed<Value>(_ drawn: Drawn<Value>, _ value: Value) -> Value {
      position += 1
      return position == edge.input ? drawn.edges[edge.edge] : value
    }
    let place = count - 1 - index
    let sample = samples[place]
    samples[place] = (repeat changed(each inputs, each sample))
  }
  return (samples, count - edges.count)
}

/// “v = 0.3, a = −1.2”.
private struct InputTexts {
  private(set) var text = ""

  mutating func add(_ name: String, _ words: String) {
    text += (text.isEmpty ? "" : ", ") + "\(name) = \(words)"
  }
}

/// What a check of a function found.
func comparison<each Input, Output: Checkable>(
  _ function: (repeat each Input) throws -> Output, _ reference: (repeat each Input) throws -> Output,
  _ inputs: repeat Drawn<each Input>, mistakes: [MistakenFunction<repeat each Input, Output>] = [],
  tolerance: Double, count: Int, seed: UInt64, what: String
) throws -> CheckedResult {
  guard tolerance >= 0, tolerance < .infinity else { throw CheckError.badTolerance(tolerance) }
  var (tried, drawn) = try samples(repeat each inputs, count: count, seed: seed)
  let title = what.isEmpty ? "" : "\(what): "
  var (came, right, asked): ([Output], [Output], [Int]) = ([], [], [])
  for index in tried.indices {
    let sample = tried[index]
    let wanted = try reference(repeat each sample)
    // If nothing is right, as the direction of no vector, nothing is wrong.
    guard wanted.checkedDistance(to: wanted) == 0 else { continue }
    came.append(try function(repeat each sample))
    right.append(wanted)
    asked.append(index)
  }
  tried = asked.map { tried[$0] }
  drawn = asked.count { $0 < drawn }
  func isSame(_ left: Output, _ right: Output) -> Bool { left.checkedDistance(to: right) <= tolerance }
  guard let wrong = tried.indices.first(where: { !isSame(came[$0], right[$0]) }) else {
    return CheckedResult(hasPassed: true, "\(title)as expected for \(count) inputs", title: what)
  }
  var said = InputTexts()
  let sample = tried[wrong]
  repeat said.add((each inputs).name, (each inputs).words(each sample))
  let words = "\(title)for \(said.text), \(came[wrong].checkedContrast(with: right[wrong], beyond: tolerance))"
  // A function often treats an edge apart (no rate: no turn), so a mistake need not show there: where drawn inputs are wrong, they tell.
  if wrong < drawn { (tried, came, right) = (Array(tried[..<drawn]), Array(came[..<drawn]), Array(right[..<drawn])) }
  func explains(_ result: (Int) throws -> Output?) -> Bool {
    tried.indices.allSatisfy { index in
      guard let result = try? result(index) else { return false }
      return isSame(result, came[index])
    }
  }
  var series: [(name: String, values: [Double])] = []
  func gather<Value>(_ input: Drawn<Value>, at position: Int) {
    let values = tried.map { sample -> Any in
      var all: [Any] = []
      repeat all.append(each sample)
      return all[position]
    }
    if let numbers = values as? [Double] { series.append((input.name, numbers)) }
  }
  var place = -1
  func next() -> Int {
    place += 1
    return place
  }
  repeat gather(each inputs, at: next())
  let pattern = (came as? [Double]).flatMap { came in
    (right as? [Double]).map { Pattern(came: came, right: $0, inputs: series) }
  }
  // Mistakes of the task's own.
  var found =
    mistakes.first { mistake in
      explains { index in
        let sample = tried[index]
        return try mistake.function(repeat each sample)
      }
    }?.words ?? pattern?.halfPower
  var number = 0
  // Mistakes with one input.
  func look<Value>(at input: Drawn<Value>) {
    defer { number += 1 }
    for mistake in input.mistakes where found == nil {
      if explains({ index in
        var position = -1
        var isChanged = true
        func changed<Other>(_ value: Other) -> Other {
          position += 1
          guard position == number, let value = value as? Value else { return value }
          guard let wrong = mistake.change(value) as? Other else {
            isChanged = false
            return value as! Other
          }
          return wrong
        }
        let result = try reference(repeat changed(each tried[index]))
        return isChanged ? result : nil
      }) {
        found = mistake.words
      }
    }
  }
  repeat look(at: each inputs)
  // Two inputs of one kind in each other's place.
  var names: [String] = []
  repeat names.append((each inputs).name)
  for first in names.indices {
    for second in names.indices where first < second && found == nil {
      if explains({ index in
        var values: [Any] = []
        repeat values.append(each tried[index])
        var position = -1
        var isSwapped = true
        func swapped<Value>(_ value: Value) -> Value {
          position += 1
          let other = position == first ? second : position == second ? first : position
          guard let taken = values[other] as? Value else {
            isSwapped = false
            return value
          }
          return taken
        }
        let result = try reference(repeat swapped(each tried[index]))
        return isSwapped ? result : nil
      }) {
        found = "“\(names[first])” and “\(names[second])” stand in each other's place: their order matters"
      }
    }
  }
  if found == nil {
    let differing = tried.indices.filter { !isSame(came[$0], right[$0]) }
    found =
      Output.classicalMistakes.first { mistake in
        differing.allSatisfy { mistake.explains(came[$0], right[$0], tolerance) { $0.checkedDistance(to: $1) } }
      }?.words
  }
  // What has no single change for all inputs.
  if found == nil, let came = came as? [Vector3], let right = right as? [Vector3] {
    found = Pattern.gravityWords(came, right)
  }
  found = found ?? pattern?.words
  return CheckedResult(hasPassed: false, words + (found.map { "; \($0)." } ?? "."), title: what, mistake: found)
}
