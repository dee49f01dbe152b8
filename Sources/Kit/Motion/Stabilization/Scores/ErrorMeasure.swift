import Traces

/// What was done before positions were compared with the truth.
public struct TruthAlignment: Hashable, Sendable, CustomStringConvertible {
  /// What may be fitted before two trajectories are compared.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// Nothing: the trajectories are taken as they are.
    case none
    /// The first positions fall together; no turn, where evo's `align_origin` turns the first attitudes together, too.
    case origin
    /// A turn about the vertical and a translation: what gravity leaves open.
    case yaw
    /// A rotation and a translation (Umeyama 1991 without scale).
    case rigid
    /// A rotation, a translation and a scale (Umeyama 1991, eq. 40–43).
    case similarity
  }

  /// What was fitted or moved.
  public let kind: Kind
  /// How the truth's horizontal axes lay to the attitude's.
  public let heading: Trace.TruthHeading

  /// An alignment of this kind with a truth of this heading.
  public init(_ kind: Kind, heading: Trace.TruthHeading = .shared) {
    (self.kind, self.heading) = (kind, heading)
  }

  /// Whether distances measure a result's error: false where the headings differ by an unknown yaw that was not fitted.
  public var isComparable: Bool { heading != .unaligned || (kind != .none && kind != .origin) }

  /// As a table's head says it, for example “origin aligned”.
  public var description: String {
    switch kind {
    case .none: heading == .aligned ? "heading aligned" : "not aligned"
    case .origin:
      "\(heading == .aligned ? "origin and heading" : "origin") aligned\(isComparable ? "" : ", heading not")"
    case .yaw: "yaw and position aligned"
    case .rigid: "SE(3) aligned"
    case .similarity: "Sim(3) aligned"
    }
  }
}

/// The meaning of an error measure: which statistic of which quantity, in which unit, after which
/// alignment. Numbers whose measures differ cannot be compared.
public struct ErrorMeasure: Hashable, Sendable, CustomStringConvertible {
  /// For example “RMS drift”.
  public let title: String
  /// For example “m”.
  public let unit: String
  /// What was aligned before; nil for what is not compared with a truth.
  public let alignment: TruthAlignment?

  /// A measure; see the properties.
  public init(_ title: String, unit: String, aligned alignment: TruthAlignment? = nil) {
    (self.title, self.unit, self.alignment) = (title, unit, alignment)
  }

  /// What a table's head and an axis say next to the unit: “RMS drift, origin aligned”.
  public var description: String { alignment.map { "\(title), \($0)" } ?? title }
}

extension Trace {
  /// What is aligned where positions that are integrated from this trace are compared with its truth from a common start; nil
  /// without truth.
  public var originAlignment: TruthAlignment? {
    truePosition == nil ? nil : TruthAlignment(.origin, heading: truthHeading)
  }
}
