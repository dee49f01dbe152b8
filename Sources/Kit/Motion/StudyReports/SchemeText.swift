import Basics
import Foundation

/// A scheme as it is given on the command line: Swift without the dot in front, with ranges in place of parameters that are to be
/// chosen.
///
///     exponential(rate: 2)
///     exponential(rate: 1...4)
///     exponential(rate: 2).recognizingRest()
///     Mine(gain: 0.5)
package struct SchemeText: Hashable, Sendable {
  /// The name of a contender whose parameters are chosen; nil for a scheme, which has its own.
  package let name: String?
  private let text: String
  private let ranges: String
  private let scheme: String

  /// Reads a scheme.
  ///
  /// - Throws: ``StudyRequestError`` for a text that cannot be one scheme, more than two ranges, or a range whose end is not above its
  ///   beginning.
  package init(_ text: String) throws(StudyRequestError) {
    let text = text.trimmingCharacters(in: .whitespaces)
    let body = text.hasPrefix(".") ? String(text.dropFirst()) : text
    guard body.wholeMatch(of: compiled(/[A-Za-z_][\w.]*(?:\(.*\)[\w.()]*)?/)) != nil, Self.isBalanced(body),
      !body.contains(where: { "\n;{}\"\\`".contains($0) })
    else { throw .noScheme(text) }
    let ranges = body.matches(
      of: compiled(/(-?\d[\d_]*(?:\.\d+)?(?:e-?\d+)?)\s*\.\.\.\s*(-?\d[\d_]*(?:\.\d+)?(?:e-?\d+)?)/))
    guard ranges.count <= 2 else { throw .manyRanges(text) }
    // A function's name alone is no scheme.
    let called = Self.functions.contains(body) ? body + "()" : body
    let member = called.first?.isUppercase == true ? called : "." + called
    guard !ranges.isEmpty else {
      (name, self.text, self.ranges, scheme) = (nil, body, "", member)
      return
    }
    for range in ranges {
      guard let low = Double(range.output.1.filter { $0 != "_" }),
        let high = Double(range.output.2.filter { $0 != "_" }),
        low < high
      else { throw .emptyRange(text, range: String(range.output.0)) }
    }
    var code = body
    for (index, range) in ranges.enumerated().reversed() {
      code.replaceSubrange(range.range, with: "$\(index)")
    }
    let made = body.first?.isUppercase == true ? code : "." + code
    let words = ranges.map { "\($0.output.1)...\($0.output.2)" }
    (name, self.text, self.ranges, scheme) = (Self.name(of: body), body, words.joined(separator: ", and: "), made)
  }

  /// The contender in Swift, an element of an array of them, called by its own name or by the whole text.
  package func swift(byText: Bool = false) -> String {
    guard let name else {
      return byText ? "Contender(\"\(text)\", choosingFrom: [\(scheme)])" : ".scheme(\(scheme))"
    }
    return ".tuned(\"\(byText ? text : name)\", over: \(ranges)) { \(scheme) }"
  }

  /// Schemes in Swift, each with its own name: schemes of the same name are called by their text.
  ///
  /// - Throws: ``StudyRequestError`` for a text that is given twice, and what the schemes throw.
  package static func contenders(_ texts: [String]) throws(StudyRequestError) -> [String] {
    var schemes: [SchemeText] = []
    for text in texts {
      let scheme = try SchemeText(text)
      guard !schemes.contains(where: { $0.isSame(as: scheme) }) else { throw .twice(text) }
      schemes.append(scheme)
    }
    return schemes.map { scheme in
      // The kit's schemes differ in their parameters; somebody's own type has only its text.
      let isAlone = schemes.count { $0.name == scheme.name && $0.type == scheme.type } == 1
      return scheme.swift(byText: !isAlone && (scheme.name != nil || scheme.type != nil))
    }
  }

  /// The type of somebody's own scheme.
  private var type: Substring? { text.first?.isUppercase == true ? text.prefix { $0 != "(" } : nil }

  /// Whether another text stands for the same scheme, with other blanks.
  private func isSame(as other: SchemeText) -> Bool {
    func bare(_ scheme: SchemeText) -> [String] {
      [scheme.ranges, scheme.scheme].map { $0.filter { !$0.isWhitespace } }
    }
    return bare(self) == bare(other)
  }

  /// The kit's schemes that are made by a call, and need no argument.
  private static let functions: Set<String> = [
    "nonlinearStep", "restRecognition", "zeroVelocitySmoother", "pedestrianDeadReckoning",
  ]

  /// “nonlinear step” of “nonlinearStep(…)”: as the schemes call themselves.
  private static func name(of body: String) -> String {
    let stem = body.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let chain = body.contains(").") ? " chain" : ""
    let known = ["highPass": "high-pass", "zeroVelocitySmoother": "zero-velocity smoother"]
    if let name = known[String(stem)] { return name + chain }
    guard stem.first?.isLowercase == true else { return stem + chain }
    return stem.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : String($1) } + chain
  }

  private static func isBalanced(_ text: String) -> Bool {
    var depth = 0
    for character in text {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth < 0 { return false }
    }
    return depth == 0
  }
}
