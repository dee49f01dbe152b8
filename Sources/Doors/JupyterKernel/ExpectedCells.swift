import Foundation
import NotebookDocument

/// The notebook whose cells a front end sends, and the cells that it will probably send next: those that follow in the file. It
/// says in which file they lie, or was started with its name. If it says neither, as a program that uses nbclient, the
/// first cell is looked for in the notebooks of the folder in which cells run.
///
/// What runs is what is sent: the compiler can begin earlier, and the front matter says which parameters there are.
struct ExpectedCells {
  /// Cells that are looked ahead. More of them wait for the slowest to compile.
  static let most = 12

  private struct Candidate {
    var path: String
    var modified: Date?
    var file: NotebookFile?

    /// Front ends do not send empty cells.
    var codes: [String] { (file?.codes ?? []).filter { !ExpectedCells.isBlank($0) } }
  }

  private var candidates: [Candidate]
  private var sent: [String] = []
  /// The notebooks that begin with the first cell.
  private var meant: [NotebookFile] = []
  /// The folder in which the notebook probably is; the front end does not say.
  private var folder: String?

  /// - Parameters:
  ///   - paths: notebooks, one of which may be the one whose cells are sent.
  ///   - folder: where cells run; nil where it is known which notebook it is.
  init(paths: [String], folder: String?) {
    candidates = paths.map { Candidate(path: $0) }
    self.folder = folder
    for index in candidates.indices { Self.read(&candidates[index]) }
    candidates.removeAll { $0.file == nil }
  }

  /// What the front matter declares, as far as all notebooks that may be meant agree.
  var parameters: [Parameter] {
    guard let first = candidates.first?.file?.parameters else { return [] }
    return candidates.allSatisfy { $0.file?.parameters == first } ? first : []
  }

  /// The notebook that asks for packages, where all notebooks that may be meant ask for the same.
  var askingForPackages: NotebookFile? {
    guard let first = candidates.first?.file, !first.packages.isEmpty else { return nil }
    return candidates.allSatisfy { $0.file?.packages == first.packages } ? first : nil
  }

  /// Whether a notebook that may be meant, in whatever order its cells are sent, only shows this code.
  func onlyShows(_ code: String) -> Bool { meant.contains { $0.onlyShows(code) } }

  /// Takes a cell that was sent. A notebook that it does not come from at this place is not looked at again.
  mutating func note(_ code: String) {
    guard !Self.isBlank(code) else { return }
    sent.append(code)
    if let folder {
      self.folder = nil
      let named = candidates.filter { $0.codes.starts(with: sent) }
      candidates = named.isEmpty ? Self.candidates(in: folder, beginningWith: code) : named
    }
    for index in candidates.indices { Self.read(&candidates[index]) }
    candidates.removeAll { !$0.codes.starts(with: sent) }
    if sent.count == 1 { meant = candidates.compactMap(\.file) }
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
    // As it is in the file: the longest line, in a notebook of Jupyter as a text of JSON.
    let line = code.split(whereSeparator: \.isNewline).max { $0.utf8.count < $1.utf8.count } ?? ""
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    guard let text = try? encoder.encode(String(line)) else { return [] }
    let wanted = [".ipynb": Data(text.dropFirst().dropLast()), ".md": Data(line.utf8)]
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var bytes = 0
    let notebooks = names.filter { name in !name.hasPrefix(".") && wanted.keys.contains { name.hasSuffix($0) } }
    return notebooks.sorted().prefix(mostFiles).compactMap { name in
      let path = "\(folder)/\(name)"
      guard let wanted = wanted.first(where: { name.hasSuffix($0.key) })?.value,
        let attributes = try? FileManager.default.attributesOfItem(atPath: path),
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
    candidate.file = NotebookFile(path: candidate.path)
  }
}
