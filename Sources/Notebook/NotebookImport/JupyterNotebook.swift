import Files
import Foundation
import NotebookDocument

/// A Jupyter notebook as its file holds it: nbformat 4.5.
package struct JupyterNotebook: Codable {
  package struct Metadata: Codable {
    package struct Kernel: Codable {
      package var displayName: String
      package var language: String?
      package var name: String

      package init(displayName: String, language: String?, name: String) {
        (self.displayName, self.language, self.name) = (displayName, language, name)
      }
    }
    package struct Language: Codable {
      package var name: String
      package var fileExtension: String?
      package var mimetype: String?

      package init(name: String, fileExtension: String?, mimetype: String?) {
        (self.name, self.fileExtension, self.mimetype) = (name, fileExtension, mimetype)
      }
    }
    /// What only this project reads: the notebook's front matter, so that an import gives it back.
    package struct Gimbal: Codable {
      package var frontMatter: String

      package init(frontMatter: String) { self.frontMatter = frontMatter }
    }

    package var kernelspec: Kernel?
    package var languageInfo: Language?
    package var gimbal: Gimbal?

    package init(kernelspec: Kernel?, languageInfo: Language?, gimbal: Gimbal?) {
      (self.kernelspec, self.languageInfo, self.gimbal) = (kernelspec, languageInfo, gimbal)
    }
  }

  package struct CellMetadata: Codable {
    package struct Jupyter: Codable {
      package var sourceHidden: Bool?

      package init(sourceHidden: Bool?) { self.sourceHidden = sourceHidden }
    }
    /// Prose as the notebook has it, with the expressions whose values are shown, and the hash of what is shown: where that
    /// is still the same, an import gives the prose back.
    package struct Gimbal: Codable {
      package var source: String
      package var shown: String

      package init(source: String, shown: String) { (self.source, self.shown) = (source, shown) }
    }
    package var tags: [String]?
    package var jupyter: Jupyter?
    package var gimbal: Gimbal?
    /// Whether the cell is one that is only shown: jupytext keeps the word `noeval` of a fence so.
    package var isShownOnly = false

    fileprivate enum CodingKeys: String, CodingKey { case tags, jupyter, gimbal }
    fileprivate enum MoreKeys: String, CodingKey { case noeval }

    package init(tags: [String]? = nil, jupyter: Jupyter? = nil, gimbal: Gimbal? = nil) {
      (self.tags, self.jupyter, self.gimbal) = (tags, jupyter, gimbal)
    }
  }

  package struct Cell: Codable {
    package var cellType: String
    package var id: String?
    package var metadata: CellMetadata
    package var source: Text
    package var outputs: [Output]?
    /// Present in code cells, null where the cell did not run.
    package var executionCount: Int??

    package init(_ type: String, id: String, source: String, metadata: CellMetadata = CellMetadata()) {
      (cellType, self.id, self.metadata, self.source) = (type, id, metadata, Text(source))
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(cellType, forKey: .cellType)
      try container.encodeIfPresent(id, forKey: .id)
      try container.encode(metadata, forKey: .metadata)
      try container.encode(source, forKey: .source)
      guard cellType == "code" else { return }
      try container.encode(outputs ?? [], forKey: .outputs)
      try container.encode(executionCount ?? nil, forKey: .executionCount)
    }
  }

  package struct Output: Codable {
    package var outputType: String
    package var name: String?
    package var text: Text?
    package var data: [String: Text]?
    package var metadata: [String: String]?
    package var ename: String?
    package var evalue: String?
    package var traceback: [String]?

    package static func stream(_ name: String, _ text: String) -> Output {
      Output(outputType: "stream", name: name, text: Text(text))
    }

    package static func display(_ data: [String: String]) -> Output {
      Output(outputType: "display_data", data: data.mapValues(Text.init), metadata: [:])
    }

    package static func error(_ name: String, _ value: String, _ trace: String) -> Output {
      Output(
        outputType: "error", ename: name, evalue: value,
        traceback: trace.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }
  }

  /// A text that a file may hold as one string or as a list of lines. It is written as lines, which compare well.
  package struct Text: Codable {
    package var string: String

    package init(_ string: String) { self.string = string }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      string = try (try? container.decode(String.self)) ?? container.decode([String].self).joined()
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      var lines = string.components(separatedBy: "\n")
      let last = lines.removeLast()
      try container.encode(lines.map { $0 + "\n" } + (last.isEmpty ? [] : [last]))
    }
  }

  package var cells: [Cell]
  package var metadata: Metadata
  package var nbformat = 4
  package var nbformatMinor = 5

  package init(cells: [Cell], metadata: Metadata) { (self.cells, self.metadata) = (cells, metadata) }

  /// What tells whether prose is still as it was exported.
  package static func hash(_ text: String) -> String { "\(ContentHash([text]))" }

  /// Reads a file's content.
  package static func read(_ data: Data) throws -> JupyterNotebook {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let notebook = try decoder.decode(JupyterNotebook.self, from: data)
    guard notebook.nbformat == 4 else { throw CocoaError(.fileReadUnknown) }
    return notebook
  }

  /// The format that a file says it has, where that is another than the one that is read.
  package static func format(of data: Data) -> Int? {
    struct Head: Decodable { var nbformat: Int }
    return (try? JSONDecoder().decode(Head.self, from: data)).flatMap { $0.nbformat == 4 ? nil : $0.nbformat }
  }

  /// The file's content.
  package func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self) + Data("\n".utf8)
  }
}

extension JupyterNotebook.CellMetadata {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    tags = try container.decodeIfPresent([String].self, forKey: .tags)
    jupyter = try container.decodeIfPresent(Jupyter.self, forKey: .jupyter)
    gimbal = try container.decodeIfPresent(Gimbal.self, forKey: .gimbal)
    isShownOnly = try decoder.container(keyedBy: MoreKeys.self).contains(.noeval)
  }
}

extension JupyterNotebook.Output {
  /// Outputs of other programs hold what need not be read here.
  package init(from decoder: any Decoder) throws {
    self.init(outputType: try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .outputType))
  }
}

extension JupyterNotebook {
  /// The YAML at the top of a notebook: what an export kept of it, or a raw first cell as jupytext makes it.
  package var frontMatter: String? {
    if let kept = metadata.gimbal?.frontMatter { return kept }
    guard let first = cells.first, first.cellType == "raw" else { return nil }
    var lines = first.source.string.components(separatedBy: "\n")
    guard lines.first == "---", let end = lines.dropFirst().firstIndex(of: "---") else { return nil }
    lines.removeSubrange(end...)
    return lines.dropFirst().joined(separator: "\n")
  }
}
