/// What names mean, for scopes of which each cell keeps its own: a dictionary whose copies share all but what was set last. A thousand
/// cells would otherwise keep a thousand dictionaries, each as large as the notebook.
struct LayeredNames<Meaning: Hashable & Sendable>: Sendable {
  /// Shared by all copies until the next layer is full.
  private var base: [String: Meaning] = [:]
  /// What has been set since; it comes first.
  private var recent: [String: Meaning] = [:]

  /// Names of one layer. Each change copies at most these, and each layer copies the base once.
  private static var capacity: Int { 64 }

  subscript(name: String) -> Meaning? { recent[name] ?? base[name] }

  /// Sets a name's meaning. O(names) for one of `capacity` new names, O(capacity) for the others.
  mutating func set(_ name: String, _ meaning: Meaning) {
    recent[name] = meaning
    guard recent.count >= Self.capacity else { return }
    (base, recent) = (all, [:])
  }

  /// All names. O(names).
  var all: [String: Meaning] { recent.isEmpty ? base : base.merging(recent) { $1 } }
}

extension LayeredNames: Hashable {
  static func == (left: Self, right: Self) -> Bool {
    left.recent == right.recent && left.base == right.base || left.all == right.all
  }

  func hash(into hasher: inout Hasher) { hasher.combine(all) }
}
