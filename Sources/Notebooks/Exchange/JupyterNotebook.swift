import Foundation

/// A Jupyter notebook as its file holds it: nbformat 4.5.
struct JupyterNotebook: Codable {
  struct Metadata: Codable {
    struct Kernel: Codable {
      var displayName: String
      var language: String?
      var name: String
    }
    struct Language: Codable {
      var name: String
      var fileExtension: String?
      var mimetype: String?
    }
    /// What only this project reads: the notebook's front matter, so that an import gives it back.
    struct Gimbal: Codable { var frontMatter: String }

    var kernelspec: Kernel?
    var languageInfo: Language?
    var gimbal: Gimbal?
  }

  struct CellMetadata: Codable {
    struct Jupyter: Codable { var sourceHidden: Bool? }
    /// Prose as the notebook has it, with the expressions whose values are shown, and the hash of what is shown: where that
    /// is still the same, an import gives the prose back.
    struct Gimbal: Codable {
      var source: String
      var shown: String
    }
    var tags: [String]?
    var jupyter: Jupyter?
    var gimbal: Gimbal?
  }

  struct Cell: Codable {
    var cellType: String
    var id: String?
    var metadata: CellMetadata
    var source: Text
    var outputs: [Output]?
    /// Present in code cells, null where the cell did not run.
    var executionCount: Int??

    init(_ type: String, id: String, source: String, metadata: CellMetadata = CellMetadata()) {
      (cellType, self.id, self.metadata, self.source) = (type, id, metadata, Text(source))
    }

    func encode(to encoder: any Encoder) throws {
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

  struct Output: Codable {
    var outputType: String
    var name: String?
    var text: Text?
    var data: [String: Text]?
    var metadata: [String: String]?
    var ename: String?
    var evalue: String?
    var traceback: [String]?

    static func stream(_ name: String, _ text: String) -> Output {
      Output(outputType: "stream", name: name, text: Text(text))
    }

    static func display(_ data: [String: String]) -> Output {
      Output(outputType: "display_data", data: data.mapValues(Text.init), metadata: [:])
    }

    static func error(_ name: String, _ value: String, _ trace: String) -> Output {
      Output(
        outputType: "error", ename: name, evalue: value,
        traceback: trace.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }

    private init(
      outputType: String, name: String? = nil, text: Text? = nil, data: [String: Text]? = nil,
      metadata: [String: String]? = nil, ename: String? = nil, evalue: String? = nil, traceback: [String]? = nil
    ) {
      (self.outputType, self.name, self.text, self.data) = (outputType, name, text, data)
      (self.metadata, self.ename, self.evalue, self.traceback) = (metadata, ename, evalue, traceback)
    }

    /// Outputs of other programs hold what need not be read here.
    init(from decoder: any Decoder) throws {
      outputType = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .outputType)
    }
  }

  /// A text that a file may hold as one string or as a list of lines. It is written as lines, which compare well.
  struct Text: Codable {
    var string: String

    init(_ string: String) { self.string = string }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      string = try (try? container.decode(String.self)) ?? container.decode([String].self).joined()
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      var lines = string.components(separatedBy: "\n")
      let last = lines.removeLast()
      try container.encode(lines.map { $0 + "\n" } + (last.isEmpty ? [] : [last]))
    }
  }

  var cells: [Cell]
  var metadata: Metadata
  var nbformat = 4
  var nbformatMinor = 5

  init(cells: [Cell], metadata: Metadata) { (self.cells, self.metadata) = (cells, metadata) }

  /// Reads a file's content.
  static func read(_ data: Data) throws -> JupyterNotebook {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(JupyterNotebook.self, from: data)
  }

  /// The file's content.
  func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self) + Data("\n".utf8)
  }
}
