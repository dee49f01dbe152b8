import Exchange
import Foundation

/// The cells that a front end will probably send next: it sends those of a notebook, in their order, and says in which file
/// that lies, or was started with its name. Where it says neither, as a program that uses nbclient, the first cell is looked
/// for in the notebooks of the folder in which cells run.
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
  /// Where the notebook may lie, of which nothing is said.
  private var folder: String?

  /// - Parameters:
  ///   - paths: notebooks, one of which may be the one whose cells are sent.
  ///   - folder: where cells run.
  init(paths: [String], folder: String) {
    candidates = paths.filter { $0.hasSuffix(".ipynb") }.map { Candidate(path: $0) }
    if paths.isEmpty { self.folder = folder }
  }

  /// Takes a cell that was sent. A notebook that it does not come from at this place is not looked at again.
  mutating func note(_ code: String) {
    guard !Self.isBlank(code) else { return }
    if let folder { candidates = Self.candidates(in: folder, beginningWith: code) }
    folder = nil
    guard !candidates.isEmpty else { return }
    sent.append(code)
    for index in candidates.indices { Self.read(&candidates[index]) }
    candidates.removeAll { !$0.codes.starts(with: sent) }
  }

  /// The cells behind those that were sent, as far as all notebooks that may be meant agree; none when the order is another
  /// one.
  var next: [String] {
    let following = candidates.map { $0.codes.dropFirst(sent.count).prefix(Self.most) }
    guard var common = following.first else { return [] }
    for other in following.dropFirst() { common = common.prefix(zip(common, other).prefix { $0 == $1 }.count) }
    return Array(common)
  }

  /// Notebooks of a folder that are looked at, and bytes of each and of all.
  private static let (mostFiles, largest, largestSum) = (64, 8 << 20, 32 << 20)

  /// The notebooks of a folder that may hold a cell.
  private static func candidates(in folder: String, beginningWith code: String) -> [Candidate] {
    // As it stands in the file: the longest line, as a text of JSON.
    let line = code.split(whereSeparator: \.isNewline).max { $0.utf8.count < $1.utf8.count } ?? ""
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    guard let text = try? encoder.encode(String(line)) else { return [] }
    let wanted = Data(text.dropFirst().dropLast())
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var bytes = 0
    return names.filter { $0.hasSuffix(".ipynb") && !$0.hasPrefix(".") }.sorted().prefix(mostFiles).compactMap { name in
      let path = "\(folder)/\(name)"
      guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
        attributes[.type] as? FileAttributeType == .typeRegular, let size = attributes[.size] as? Int,
        size <= largest, bytes + size <= largestSum
      else { return nil }
      bytes += size
      // Other programs write what is not ASCII in another way; then nothing is foreseen, and nothing is wrong.
      return FileManager.default.contents(atPath: path)?.range(of: wanted).map { _ in Candidate(path: path) }
    }
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
