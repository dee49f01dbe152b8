import Exchange
import Foundation

/// The cells that a front end will probably send next: it sends those of a notebook, in their order, and says in which file
/// that lies, or was started with its name.
///
/// Only the compiler relies on it, which can begin earlier: what runs is what is sent.
struct ExpectedCells {
  /// Cells that are looked ahead. More of them wait for the slowest to compile.
  static let most = 12

  private struct Candidate {
    var path: String
    var modified: Date?
    var codes: [String] = []
  }

  private var candidates: [Candidate]
  private var sent: [String] = []

  /// - Parameter paths: notebooks, one of which may be the one whose cells are sent.
  init(paths: [String]) { candidates = paths.filter { $0.hasSuffix(".ipynb") }.map { Candidate(path: $0) } }

  /// Takes a cell that was sent. A notebook that it does not come from at this place is not looked at again.
  mutating func note(_ code: String) {
    guard !candidates.isEmpty, !Self.isBlank(code) else { return }
    sent.append(code)
    for index in candidates.indices { Self.read(&candidates[index]) }
    candidates.removeAll { !$0.codes.starts(with: sent) }
  }

  /// The cells behind those that were sent; none when the order is another one.
  var next: [String] {
    candidates.first.map { Array($0.codes.dropFirst(sent.count).prefix(Self.most)) } ?? []
  }

  private static func isBlank(_ code: String) -> Bool { code.allSatisfy(\.isWhitespace) }

  /// Reads a file that is not as it was.
  private static func read(_ candidate: inout Candidate) {
    let attributes = try? FileManager.default.attributesOfItem(atPath: candidate.path)
    let modified = attributes?[.modificationDate] as? Date
    guard candidate.modified == nil || modified != candidate.modified else { return }
    candidate.modified = modified
    let notebook = FileManager.default.contents(atPath: candidate.path).flatMap { try? JupyterNotebook.read($0) }
    // Front ends do not send empty cells.
    candidate.codes = (notebook?.cells ?? []).filter { $0.cellType == "code" }.map(\.source.string).filter {
      !isBlank($0)
    }
  }
}
