import Files

@testable import Footprints

extension EntryWriter {
  /// Appends an entry as a cell host writes it. A draw is its own bytes.
  mutating func append(_ entry: RecordEntry) {
    switch entry {
    case .contents(let path, let signature): append(.contents) { $0.add(path, signature) }
    case .status(let path, let error, let follows, let signature):
      append(.status) {
        $0.add(path.bytes)
        $0.add(UInt32(error))
        $0.add(UInt32(follows ? 1 : 0))
        $0.add(signature)
      }
    case .listing(let path): append(.listing) { $0.add(path.bytes) }
    case .environment(let name, let value):
      append(.environment) {
        $0.add(name.utf8)
        $0.add(UInt32(value == nil ? 0 : 1))
        $0.add((value ?? "").utf8)
      }
    case .parameter(let name): append(.parameter) { $0.add(name.utf8) }
    case .draw(let bytes):
      var draws = Draws()
      draws.entries = bytes
      append(draws)
    case .before(let path, let image, let signature):
      append(.before) {
        $0.add(path.bytes)
        $0.add(image)
        $0.add(signature)
      }
    case .failure(let path, let error):
      append(.failure) {
        $0.add(path.bytes)
        $0.add(UInt32(error))
      }
    case .outside(let reason): append(.outside) { $0.add(reason.utf8) }
    }
  }
}

extension EntryWriter.Payload {
  fileprivate mutating func add(_ path: FilePath, _ signature: FileSignature) {
    add(path.bytes)
    add(signature)
  }

  fileprivate mutating func add(_ image: RecordedImage) {
    let (what, text): (UInt32, [UInt8]) =
      switch image {
      case .absent: (0, [])
      case .saved(let path): (1, Array(path.bytes))
      case .folder: (2, [])
      case .link(let target): (3, Array(target.bytes))
      case .impossible(let reason): (4, Array(reason.utf8))
      }
    add(what)
    add(text)
  }
}
