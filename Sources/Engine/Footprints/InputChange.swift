/// Why the inputs of a step are no longer what a run from the top would meet.
package enum InputChange: Hashable, Sendable {
  package enum Manner: Hashable, Sendable { case changed, new, gone }

  case file(FilePath, Manner)
  /// Something came into a folder, or is gone from it.
  case listing(FilePath)
  case parameter(String)
  case environment(String)
  /// What it looked at cannot be known, for this reason.
  case unseen(String)
  /// Nothing is known of what it looked at.
  case unknown

  /// The reason in words, such as “data.csv is gone”. Files below the folder are named from there.
  package func words(in folder: FilePath) -> String {
    switch self {
    case .file(let path, .changed): "\(Self.name(path, in: folder)) changed"
    case .file(let path, .new): "\(Self.name(path, in: folder)) is new"
    case .file(let path, .gone): "\(Self.name(path, in: folder)) is gone"
    case .listing(folder): "the contents of the notebook’s folder changed"
    case .listing(let path): "the contents of the folder \(Self.name(path, in: folder)) changed"
    case .parameter(let name): "the parameter \(name) changed"
    case .environment(let name): "the environment variable \(name) changed"
    case .unseen(let why): why
    case .unknown: "the results do not say what they depend on"
    }
  }

  private static func name(_ path: FilePath, in folder: FilePath) -> FilePath { path.path(below: folder) ?? path }
}

/// The first step that must run again, and why.
package struct StaleStep: Hashable, Sendable {
  /// Counted from 0.
  package var step: Int
  package var reason: InputChange
}
