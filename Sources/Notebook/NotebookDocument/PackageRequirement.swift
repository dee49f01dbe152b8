import Basics
import Yams

/// A Swift package whose modules a notebook's cells import, as its front matter asks for it.
package struct PackageRequirement: Hashable, Sendable {
  /// Where a package comes from.
  package enum Source: Hashable, Sendable {
    /// A repository, and which of its versions.
    case repository(String, Version)
    /// A folder, as it is written: seen from the notebook's.
    case folder(String)
  }

  /// Which version of a repository.
  package enum Version: Hashable, Sendable {
    /// This one or a later one with the same first number.
    case from(String)
    case exact(String)
    case branch(String)
    case revision(String)
  }

  package var source: Source
  /// The libraries that the package offers and that are wanted.
  package var products: [String]
  /// Where it is in the notebook.
  package var position: Position?

  package static let knownKeys = ["url", "path", "product", "from", "exact", "branch", "revision"]

  /// Reads an entry of the front matter's list.
  ///
  /// - Throws: `NotebookError` with the place.
  init(_ node: Node, _ reader: YAMLReader) throws {
    guard let mapping = node.mapping else {
      throw reader.wrongType("packages", "a list of packages, each with “url” or “path”, and “product”", node)
    }
    var texts: [String: (text: String, node: Node)] = [:]
    var products: [String] = []
    for (keyNode, value) in mapping {
      let key = keyNode.scalar?.string ?? ""
      guard Self.knownKeys.contains(key) else {
        throw reader.unknownKey(keyNode, "in an entry of “packages” in the front matter", known: Self.knownKeys)
      }
      if key == "product" {
        products =
          value.sequence.map { $0.compactMap { $0.scalar?.string } } ?? [value.scalar?.string].compactMap { $0 }
        guard !products.isEmpty, products.count == value.sequence?.count ?? 1, products.allSatisfy({ !$0.isEmpty })
        else {
          throw reader.wrongType(key, "the name of a library that the package offers, or a list of them", value)
        }
      } else {
        guard let text = value.scalar?.string, !text.isEmpty else { throw reader.wrongType(key, "a text", value) }
        texts[key] = (text, value)
      }
    }
    guard !products.isEmpty else {
      throw reader.wrongType(
        "packages", "a list of packages that each name a “product”, the library that cells import", node)
    }
    let versions = ["from", "exact", "branch", "revision"].filter { texts[$0] != nil }
    switch (texts["url"], texts["path"]) {
    case (let url?, nil):
      guard versions.count == 1, let version = texts[versions[0]] else {
        throw reader.wrongType(
          "packages", "a list in which each “url” has one of “from”, “exact”, “branch” and “revision”", node)
      }
      source = .repository(url.text, try Self.version(versions[0], version.text, version.node, reader))
    case (nil, let path?):
      guard versions.isEmpty else {
        throw reader.wrongType(versions[0], "left out: a folder is taken as it is", texts[versions[0]]!.node)
      }
      source = .folder(path.text)
    default: throw reader.wrongType("packages", "a list of packages, each with either “url” or “path”", node)
    }
    self.products = products
    position = reader.position(node.mark)
  }

  private static func version(_ key: String, _ text: String, _ node: Node, _ reader: YAMLReader) throws -> Version {
    switch key {
    case "branch": return .branch(text)
    case "revision": return .revision(text)
    default:
      guard text.wholeMatch(of: compiled(/\d+\.\d+\.\d+([-+][0-9A-Za-z.+-]+)?/)) != nil else {
        throw reader.wrongType(key, "a version of three numbers, such as 1.2.0", node)
      }
      return key == "from" ? .from(text) : .exact(text)
    }
  }
}
