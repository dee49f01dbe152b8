/// A stroke, and what it is meant to be, if that is known.
public struct LabelledStroke: Hashable, Codable, Sendable {
  /// What was drawn; nil when nobody said.
  public var label: String?
  /// The stroke.
  public var stroke: Stroke

  /// `stroke`, labelled.
  public init(label: String? = nil, stroke: Stroke) {
    (self.label, self.stroke) = (label, stroke)
  }
}
