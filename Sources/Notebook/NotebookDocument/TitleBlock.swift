import Basics
import Foundation
import Yams

/// Who wrote a notebook.
package struct Author: Hashable, Sendable {
  package var name: String
  /// Groups or institutes.
  package var affiliations: [String] = []

  /// An author with a name alone.
  package init(name: String) { self.name = name }

  /// An author as the front matter has one: a name, or a mapping with `name` and `affiliation`.
  ///
  /// - Throws: `NotebookError` with the line where there is no name.
  init(_ node: Node, _ key: String, _ reader: YAMLReader) throws {
    guard let mapping = node.mapping else {
      name = try FrontMatter.text(node, key, reader)
      return
    }
    let parts = ["given", "family", "literal"].compactMap { mapping["name"]?.mapping?[$0]?.scalar?.string }
    guard let text = mapping["name"]?.scalar?.string ?? (parts.isEmpty ? nil : parts.joined(separator: " ")) else {
      throw reader.wrongType(key, "a name, or a mapping with “name” and “affiliation”", node)
    }
    name = text
    for key in ["affiliation", "affiliations", "group", "institute"] {
      guard let value = mapping[key] else { continue }
      affiliations += try FrontMatter.items(value).map { try FrontMatter.text($0.mapping?["name"] ?? $0, key, reader) }
    }
  }
}

/// A file that the front matter names.
package struct NamedFile: Hashable, Sendable {
  /// As it is written: seen from the notebook's folder.
  package var path: String
  package var position: Position

  init(_ node: Node, _ key: String, _ reader: YAMLReader) throws {
    path = try FrontMatter.text(node, key, reader)
    position = reader.position(node.mark) ?? Position(line: reader.firstLine)
  }
}

extension Notebook {
  /// Where a file lies that the front matter names.
  package func path(of file: NamedFile) -> String {
    file.path.hasPrefix("/")
      ? file.path : URL(fileURLWithPath: "\(folder)/\(file.path)").standardizedFileURL.path
  }

  /// The files next to its own text of which the report is made, by the path of each.
  package var sources: [NamedFile] {
    frontMatter.bibliography + [frontMatter.citationStyle].compactMap { $0 }
  }
}

extension FrontMatter {
  /// The authors' names, with a raised number where they come from several places.
  package var names: [String] {
    let places = affiliations
    return authors.map { author in
      guard places.count > 1 else { return author.name }
      return author.name
        + author.affiliations.compactMap(places.firstIndex).map { DigitText.superscript($0 + 1) }.joined(separator: "’")
    }
  }

  /// Below the names: where the authors come from, and the date. Nothing where there is neither.
  package var origins: [String] {
    let places = affiliations
    let marked = places.enumerated().map { places.count > 1 ? "\(DigitText.superscript($0 + 1)) \($1)" : $1 }
    return marked + groups.filter { !places.contains($0) } + [date].compactMap { $0 }
  }

  /// The lines below the title, in all formats: names and date on one, or groups and date on a second.
  package var byline: [[String]] {
    let hasGroups = origins.count > (date == nil ? 0 : 1)
    return (hasGroups ? [names, origins] : [names + origins]).filter { !$0.isEmpty }
  }

  private var affiliations: [String] {
    var seen: Set<String> = []
    return authors.flatMap(\.affiliations).filter { seen.insert($0).inserted }
  }
}
