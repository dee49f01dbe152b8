import Figures

internal import enum Basics.Counting

/// What a figure draws otherwise than expected, as data; the words for it are here.
enum FigureDifference {
  case panels(expected: Int, came: Int)
  case kind(panel: Int)
  /// An axis, “y”, whose label lacks what was expected.
  case label(axis: String, expected: String, came: String)
  case unit(axis: String, expected: String?, came: String?)
  case scale(axis: String, expected: FigureAxis.Scale)
  case missing(part: String, known: [String])
  case count(part: String, expected: Int, came: Int)
  case places(part: String, expected: [String], came: [String])
  /// A number; `at` is where it is, “time = 0.5 s”.
  case value(part: String, at: String, expected: Double, came: Double, unit: String?)

  /// Its distance: what is not a number is infinitely far.
  var distance: Double {
    guard case .value(_, _, let expected, let came, _) = self else { return .infinity }
    return came.checkedDistance(to: expected)
  }

  /// What was expected, and what came.
  var words: String {
    switch self {
    case .panels(let expected, let came):
      "\(Counting.words(expected, "panel")) \(expected == 1 ? "was" : "were") expected, and \(came) came"
    case .kind(let panel): "panel \(panel + 1) is of another kind than expected"
    case .label(let axis, let expected, let came):
      came.isEmpty
        ? "the \(axis) axis has no label, and \(Self.quoted(expected)) was expected"
        : "the \(axis) axis is labelled \(Self.quoted(came)), and \(Self.quoted(expected)) was expected"
    case .unit(let axis, let expected, let came):
      "the unit of the \(axis) axis is \(Self.unit(came)), and \(Self.unit(expected)) was expected"
    case .scale(let axis, let expected): "the \(axis) axis is not \(expected.rawValue), as was expected"
    case .missing(let part, let known):
      "\(part) is missing; "
        + (known.isEmpty
          ? "there is no such part in the figure" : "drawn are \(known.map(Self.quoted).joined(separator: ", "))")
    case .count(let part, let expected, let came):
      "\(part) has \(Counting.words(came, "point")), and \(expected) were expected"
    case .places(let part, let expected, let came):
      "\(part) is over \(Self.list(came)), and \(Self.list(expected)) were expected"
    case .value(let part, let at, let expected, let came, let unit):
      "\(part): \(at.isEmpty ? "" : "at \(at), ")\(Self.number(expected, unit)) was expected, and \(Self.number(came, unit)) came"
        + (Self.number(expected, unit) == Self.number(came, unit) && distance.isFinite
          ? ", which differs by \(Self.number(distance, nil))" : "")
    }
  }

  /// The same without anything that was expected: what of a hidden check is for students.
  var veiledWords: String? {
    switch self {
    case .panels: "the figure has another number of panels"
    case .kind: "a panel is of another kind"
    case .label(let axis, _, let came): "the \(axis) axis has \(came.isEmpty ? "no" : "another") label"
    case .unit(let axis, _, _): "the \(axis) axis has another unit"
    case .scale(let axis, _): "the \(axis) axis has another scale"
    case .missing(let part, _): "\(part) is missing"
    case .count(let part, _, _): "\(part) has another number of points"
    case .places(let part, _, _): "\(part) is over other names"
    case .value: nil
    }
  }

  /// A name of the reader's in quotation marks, cut where it is longer than a sentence bears.
  static func quoted(_ name: String) -> String { "“\(name.count > 40 ? "\(name.prefix(39))…" : name)”" }

  private static func list(_ names: [String]) -> String {
    names.isEmpty
      ? "no names" : names.prefix(6).map(quoted).joined(separator: ", ") + (names.count > 6 ? ", …" : "")
  }

  private static func unit(_ unit: String?) -> String { unit.map { quoted($0) } ?? "missing" }

  static func number(_ value: Double, _ unit: String?) -> String {
    value.isNaN ? "a gap" : value.checkedWords + (unit.map { $0.isEmpty ? "" : " \($0.prefix(20))" } ?? "")
  }
}
