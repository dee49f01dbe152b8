import CellKernel
import Display
import Drawings
import Files
import Foundation
import NotebookDocument

/// What a notebook gave, as data next to the report: what a later run or a check compares with.
package struct ResultsFile: Codable, Equatable {
  package static let name = "results.json"

  package struct CellResult: Codable, Equatable {
    package var name: String
    /// Printed text and tables, in order.
    package var outputs: [OutputResult]
    /// The failure in words, if the cell failed.
    package var failure: String?
  }

  package enum OutputResult: Codable, Equatable {
    case text(String)
    case table(Table)
    /// A figure's label and the hash of its script and data.
    case figure(label: String, hash: String)
  }

  /// The hash of the notebook's text.
  package var notebook: String
  /// The hashes of the files that the front matter names for what is cited, by name.
  package var sources: [String: String]?
  /// What the run looked at and left; nil in what a person has accepted.
  package var footprint: [String]?
  /// The files of the folder.
  package var files: [String]
  /// The hashes of those that were written, by which they are known as ours on every machine; nil in what
  /// a person has accepted.
  package var written: [String: String]?
  package var parameters: [String: String]
  package var cells: [CellResult]
  package var inlines: [String]

  /// The results of a run.
  package init(_ report: Report, _ drawn: [Int: [Result<FigureDrawing, FigureFailure>]], files: [String]) {
    let execution = report.execution
    self.files = files
    notebook = Self.hash(of: execution.notebook)
    sources = Self.sources(of: execution.notebook)
    footprint = execution.footprint.lines
    parameters = Self.values(execution.parameters)
    inlines = execution.inlines.map { $0?.isValue == true ? InlineText.plain($0) : "" }
    cells = zip(execution.notebook.cells, execution.outcomes).enumerated().map { index, pair in
      let (cell, outcome) = pair
      var figures = drawn[index] ?? []
      let outputs = outcome.outputs.compactMap { output -> OutputResult? in
        switch output {
        case .text(let text), .errorText(let text): return .text(text)
        case .omitted(let omission): return .text(omission.words)
        case .bundle(let bundle):
          if bundle.isPicture, !figures.isEmpty {
            guard case .success(let drawing) = figures.removeFirst() else { return nil }
            return .figure(label: drawing.label, hash: drawing.scriptHash)
          }
          if let json = bundle.contents[MediaType.table],
            let table = try? JSONDecoder().decode(Table.self, from: Data(json.utf8))
          {
            return .table(table)
          }
          return bundle.contents[MediaType.plain].map(OutputResult.text)
        }
      }
      var failure: String?
      if case .failed(let reason) = outcome.status { failure = reason.message }
      return CellResult(name: cell.name, outputs: outputs, failure: failure)
    }
  }

  /// The results in a folder; nil where there are none that can be read.
  package static func read(_ folder: String) -> ResultsFile? {
    FileManager.default.contents(atPath: "\(folder)/\(name)").flatMap {
      try? JSONDecoder().decode(ResultsFile.self, from: $0)
    }
  }

  package static func hash(of notebook: Notebook) -> String {
    "\(ContentHash([notebook.lines.joined(separator: "\n")]))"
  }

  private static func sources(of notebook: Notebook) -> [String: String]? {
    let found = notebook.sources.map { file in
      (file.path, FileManager.default.contents(atPath: notebook.path(of: file)).map { "\(ContentHash($0))" } ?? "")
    }
    return found.isEmpty ? nil : Dictionary(found, uniquingKeysWith: { first, _ in first })
  }

  private static func values(_ parameters: [Parameter]) -> [String: String] {
    Dictionary(uniqueKeysWithValues: parameters.map { ($0.name, $0.value.description) })
  }

  /// Why the results are not what the notebook would give here and now; empty when they are.
  ///
  /// It runs nothing: a change of the library is not seen.
  package func staleness(against notebook: Notebook, environment: [String: String]) -> [String] {
    let kept = KeptResults(folder: notebook.folder, environment: environment)
    let values = Self.values(notebook.frontMatter.parameters)
    let parameters = Set(values.keys).union(self.parameters.keys).filter { values[$0] != self.parameters[$0] }.sorted()
    let now = Self.sources(of: notebook) ?? [:]
    let changed = now.keys.filter { sources?[$0] != now[$0] }.sorted().map { "\($0) has changed" }
    return (self.notebook == Self.hash(of: notebook) ? [] : ["the notebook has changed"]) + changed
      + (parameters.map { .parameter($0) } + kept.inputChanges(since: footprint.map(WrittenFootprint.init(lines:))))
      .map(kept.words)
  }

  /// Whether another report says the same: from the same text, parameters and sources the same came out.
  package func says(theSameAs other: ResultsFile) -> Bool {
    guard let content else { return false }
    return content == other.content
  }

  /// What is reported, as text, for NaN is not equal to itself.
  private var content: Data? {
    var results = self
    (results.files, results.written, results.footprint) = ([], nil, nil)
    return try? results.json()
  }

  package func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self) + Data("\n".utf8)
  }
}
