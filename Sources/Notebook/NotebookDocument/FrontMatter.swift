import Foundation
import Yams

import enum Basics.Spelling

/// What of the HTML that an author writes, and that cells show, stays in a report that is handed out.
package enum RawHTML: String, Hashable, Sendable {
  /// All but active content: scripts, forms, frames, and anything that loads from another site.
  case safe
  /// All of it. A caller that opens the report runs the author's scripts.
  case trusted
}

/// What the YAML at the top of a notebook says.
package struct FrontMatter: Hashable, Sendable {
  package var title: String?
  package var subtitle: String?
  /// Who wrote it.
  package var authors: [Author] = []
  /// The groups or institutes of all authors, next to what each says of himself.
  package var groups: [String] = []
  package var date: String?
  package var language: String?
  /// Files with what prose may cite, as they are named.
  package var bibliography: [NamedFile] = []
  /// The style of citations; Chicago's when nil.
  package var citationStyle: NamedFile?
  /// Seconds for one cell, unless the cell says otherwise.
  package var timeout: Double = Self.standardTimeout
  /// What of an author's own HTML stays in a report.
  package var rawHTML = RawHTML.safe
  /// How large figures are, and how their words are set, where neither their cell nor they themselves say.
  package var figures = FigureOptions()
  /// In the order in which they are declared.
  package var parameters: [Parameter] = []
  /// How far the controls of parameters go, by name.
  package var ranges: [String: ParameterRange] = [:]
  /// What readers call parameters, by name.
  package var labels: [String: ParameterLabel] = [:]
  /// What the reader of a page can move, in the order of the controls.
  package var explored: [ExploredParameter] = []
  /// How many bytes these may add to a page; nil where the notebook does not say.
  package var exploreLimit: Int?
  /// Whose modules cells may import, next to those of the kit and of the toolchain.
  package var packages: [PackageRequirement] = []
  /// What the assignment is called that the notebook is the source of; nil if not given.
  package var assignment: String?
  /// What a student's version says of itself; nil for other notebooks.
  package var release: ReleaseRecord?

  /// Seconds for one cell when neither notebook nor cell says.
  package static let standardTimeout: Double = 60

  /// The largest number of seconds for one cell: beyond it, milliseconds do not fit where the system counts them.
  package static let longestTimeout: Double = 1_000_000

  package static let knownNotebookKeys =
    [
      "timeout", "ranges", "labels", "explore", "explore-limit", "packages", "raw-html", "assignment",
    ] + FigureOptions.known

  /// The keys at the top level that mean something here. Others belong to other tools.
  package static let knownKeys = [
    "title", "subtitle", "date", "lang", "author", "authors", "affiliation", "affiliations", "group", "institute",
    "bibliography", "csl", "notebook", "params", "released",
  ]

  /// Keys of other tools that are near to ours and no slips.
  private static let foreignKeys: Set<String> = ["data"]

  /// Keys that are nearly ones that mean something here.
  package var warnings: [NotebookWarning] = []

  /// Reads the front matter.
  ///
  /// - Throws: `NotebookError` with the line: broken YAML, no key `notebook`, a value of the wrong type.
  package init(yaml: String, file: String, firstLine: Int) throws {
    let reader = YAMLReader(file: file, firstLine: firstLine)
    guard let mapping = try reader.mapping(yaml) else { throw NotebookError(.notANotebook, file: file) }
    var isNotebook = false
    var placesOfRanges: [(name: String, position: Position?)] = []
    var (explore, labelled): (Node?, Node?)
    for (keyNode, value) in mapping {
      guard let key = keyNode.scalar?.string else { continue }
      switch key {
      case "title": title = try Self.text(value, key, reader)
      case "subtitle": subtitle = try Self.text(value, key, reader)
      case "date": date = try Self.text(value, key, reader)
      case "lang": language = try Self.text(value, key, reader)
      case "author", "authors":
        authors = try Self.items(value).map { try Author($0, key, reader) }
      case "affiliation", "affiliations", "group", "institute":
        groups += try Self.items(value).map { try Self.text($0, key, reader) }
      case "bibliography": bibliography = try Self.items(value).map { try NamedFile($0, key, reader) }
      case "csl": citationStyle = try NamedFile(value, key, reader)
      case "notebook":
        isNotebook = true
        try readOptions(value, reader)
        (explore, labelled) = (value.mapping?["explore"], value.mapping?["labels"])
        placesOfRanges = (value.mapping?["ranges"]?.mapping ?? [:]).map {
          ($0.key.scalar?.string ?? "", reader.position($0.key.mark))
        }
      case "params": try readParameters(value, reader)
      case "released": release = try ReleaseRecord(value, reader)
      default:  // other tools keep theirs here
        if !Self.foreignKeys.contains(key), let near = Spelling.nearest(to: key, among: Self.knownKeys),
          let position = reader.position(keyNode.mark)
        {
          warnings.append(NotebookWarning(reason: .strayKey(key, near: near), position: position))
        }
      }
    }
    guard isNotebook else {
      let near = warnings.first { $0.nearKey?.near == "notebook" }
      throw NotebookError(.notANotebook, file: file, position: near?.position ?? Position(line: 1))
    }
    if let stray = placesOfRanges.first(where: { place in !parameters.contains { $0.name == place.name } }) {
      // Without parameters the key that was to declare them may be misspelt.
      if parameters.isEmpty, let slip = warnings.first(where: { $0.nearKey?.near == "params" }), let key = slip.nearKey
      {
        throw NotebookError(
          .unknownKey(key.written, place: "in the front matter", known: Self.knownKeys), file: file,
          position: slip.position)
      }
      throw NotebookError(
        .unknownParameter(stray.name, known: parameters.map(\.name)), file: file, position: stray.position)
    }
    if let labelled { try readLabels(labelled, reader) }
    for item in explore.map(Self.items) ?? [] where item.null == nil {
      let parameter = try ExploredParameter(item, parameters, ranges, labels, reader)
      guard !explored.contains(where: { $0.name == parameter.name }) else {
        throw reader.error(.unexplorable(parameter.name, "“explore” names it twice; remove one of them"), at: item)
      }
      explored.append(parameter)
    }
  }

  /// The items of a list, or the one that stands for a list.
  static func items(_ node: Node) -> [Node] { node.sequence.map(Array.init) ?? [node] }

  static func text(_ node: Node, _ key: String, _ reader: YAMLReader) throws -> String {
    guard let text = node.scalar?.string else { throw reader.wrongType(key, "a text", node) }
    return text
  }

  private mutating func readOptions(_ node: Node, _ reader: YAMLReader) throws {
    if node.null != nil || node.bool == true { return }
    guard let mapping = node.mapping else { throw reader.wrongType("notebook", "a mapping, such as {}", node) }
    for (keyNode, value) in mapping {
      let key = keyNode.scalar?.string ?? ""
      if try figures.take(OptionValue(key: keyNode, value: value, reader: reader)) { continue }
      // Both are read when parameters and ranges are known.
      if key == "explore" || key == "labels" { continue }
      if key == "assignment" {
        assignment = try Self.assignment(value, reader)
        continue
      }
      if key == "explore-limit" {
        guard let bytes = value.scalar.flatMap({ ByteCount.parse($0.string) }) else {
          throw reader.wrongType(key, "a size, such as 3 MB", value)
        }
        exploreLimit = bytes
        continue
      }
      if key == "ranges" {
        try readRanges(value, reader)
        continue
      }
      if key == "packages" {
        guard let list = value.sequence else {
          throw reader.wrongType(key, "a list of packages, each with “url” or “path”, and “product”", value)
        }
        packages = try list.map { try PackageRequirement($0, reader) }
        continue
      }
      if key == "raw-html" {
        guard let kept = value.scalar.flatMap({ RawHTML(rawValue: $0.string) }) else {
          throw reader.wrongType(key, "“safe” or “trusted”", value)
        }
        rawHTML = kept
        continue
      }
      guard key == "timeout" else {
        throw reader.unknownKey(keyNode, "under “notebook” in the front matter", known: Self.knownNotebookKeys)
      }
      guard let seconds = value.float, seconds > 0, seconds <= Self.longestTimeout else {
        throw reader.wrongType(key, "a positive number of seconds, a million at most", value)
      }
      timeout = seconds
    }
  }

  private mutating func readRanges(_ node: Node, _ reader: YAMLReader) throws {
    guard let mapping = node.mapping else {
      throw reader.wrongType("ranges", "a mapping of parameters to ranges", node)
    }
    for (keyNode, value) in mapping {
      guard let name = keyNode.scalar?.string, let range = ParameterRange(value) else {
        throw reader.error(
          .wrongType(
            key: "ranges: \(keyNode.scalar?.string ?? "")", expected: ParameterRange.expectation(value),
            found: "“\(YAMLReader.plain(value))”"), at: value)
      }
      ranges[name] = range
    }
  }

  private mutating func readLabels(_ node: Node, _ reader: YAMLReader) throws {
    let expected =
      "a mapping of parameters to words, such as {rate: damping rate}, or to {label: damping rate, unit: s⁻¹}"
    guard let mapping = node.mapping else { throw reader.wrongType("labels", expected, node) }
    for (keyNode, value) in mapping {
      let name = keyNode.scalar?.string ?? ""
      guard parameters.contains(where: { $0.name == name }) else {
        throw reader.error(.unknownParameter(name, known: parameters.map(\.name)), at: keyNode)
      }
      if let words = value.mapping {
        labels[name] = try ParameterLabel(words, of: name, in: "labels", or: ParameterLabel(), reader)
      } else if let label = value.scalar?.string {
        labels[name] = ParameterLabel(label: label)
      } else {
        throw reader.wrongType("labels", expected, value)
      }
    }
  }

  private mutating func readParameters(_ node: Node, _ reader: YAMLReader) throws {
    if node.null != nil { return }
    guard let mapping = node.mapping else { throw reader.wrongType("params", "a mapping of names to values", node) }
    var lines: [String: Int] = [:]
    for (keyNode, value) in mapping {
      let name = keyNode.scalar?.string ?? ""
      let isWord = name.allSatisfy { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
      guard name != "_", isWord, name.first?.isNumber == false else {
        throw reader.error(.badParameterName(name), at: keyNode)
      }
      guard !SwiftWords.reserved.contains(name) else { throw reader.error(.reservedParameterName(name), at: keyNode) }
      let line = reader.position(keyNode.mark)?.line ?? 0
      if let first = lines.updateValue(line, forKey: name) {
        throw reader.error(.duplicateParameter(name, firstLine: first), at: keyNode)
      }
      try reader.refuseDecimalComma(name, value)
      guard let parsed = ParameterValue(value) else {
        throw reader.error(.unsupportedParameter(name, found: YAMLReader.kind(value)), at: value)
      }
      parameters.append(Parameter(name: name, value: parsed))
    }
  }
}
