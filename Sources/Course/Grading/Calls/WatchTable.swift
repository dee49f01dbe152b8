import Basics
import Files
import Foundation
import Synchronization
import Toolchains

/// Which functions of the kit each task with a list of calls forbids, as the process of cells reads it (`watch.c` of the host, where
/// the format is described): it holds while a task's code is called, however a function is reached.
struct WatchTable {
  /// The file.
  private(set) var data = Data()
  /// The functions' names, in the file's order; for the tests.
  private(set) var names: [String] = []

  /// Whether this machine's processor has stubs.
  static var isPossible: Bool {
    #if arch(x86_64)
      true
    #else
      false
    #endif
  }

  /// A function of the kit.
  private struct Function {
    var place: Int
    /// Several functions can share their code.
    var names: [CalledName]
    var words: String
  }

  /// - Parameters:
  ///   - kit: the kit's library.
  ///   - lists: the calls that each task allows.
  /// - Throws: `GradingError` where the library cannot be read.
  init(kit: String, lists: [[String]]) throws {
    guard let bytes = FileManager.default.contents(atPath: kit), let file = LibraryFile(bytes) else {
      throw GradingError(.unreadable("its symbols cannot be read"), file: kit)
    }
    let hash = ContentHash(bytes)
    let functions =
      Self.known.withLock { $0[hash] }
      ?? {
        let found = Self.functions(in: file)
        Self.known.withLock { $0 = [hash: found] }
        return found
      }()
    guard functions.contains(where: { $0.names.contains { $0.words == "Quaternion.act" } }) else {
      throw GradingError(.unreadable("its symbols were removed"), file: kit)
    }
    names = functions.map(\.words)
    var texts = Data()
    var places: [UInt32] = []
    for name in names {
      places.append(UInt32(texts.count))
      texts += Data(name.utf8) + [0]
    }
    data = Data("GWATCH1".utf8) + [0]
    for number in [functions.count, lists.count, texts.count, 0] { append(UInt32(number)) }
    for function in functions { append(UInt64(function.place)) }
    for place in places { append(place) }
    for list in lists {
      data += functions.map { function in
        if function.names.contains(where: { $0.isHarmless || $0.isAllowed(by: list) }) { return 0 }
        // Checks of the student's own may run with a cell, not in place of an answer. Usual mistakes are functions, which a cell can keep.
        let isCheck = function.names.allSatisfy { name in
          name.module == "Lessons" && !name.path.contains { $0 == "Drawn" || $0.lowercased().contains("mistake") }
        }
        return isCheck ? Self.whenCalled : Self.whenCalled | Self.asValue
      }
    }
    data += texts
  }

  /// For the kit that was asked for last.
  private static let known = Mutex<[ContentHash: [Function]]>([:])

  private static let whenCalled: UInt8 = 1
  private static let asValue: UInt8 = 2

  private mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { data += Data($0) }
  }

  /// The functions that other code can reach, by their places: exported ones, and those of tables of witnesses.
  private static func functions(in file: LibraryFile) -> [Function] {
    let modules = Set(LibraryLocation.kitModules).subtracting(["Display", "Gimbal", "JudgedCalls"])
    var found: [Int: Function] = [:]
    var seen: Set<String> = []
    for symbol in file.symbols where symbol.isDefined && symbol.isFunction && symbol.name.hasPrefix("$s") {
      guard !unspoken.contains(where: symbol.name.hasSuffix), seen.insert(symbol.name).inserted,
        let words = Demangling.words(symbol.name), !words.holds("closure #"), !words.holds(" value witness for ")
      else { continue }
      let names = CalledName.all(demangled: words).filter { modules.contains($0.module) }
      guard let first = names.first else { continue }
      if first.path == ["blank"] { continue }
      found[symbol.place, default: Function(place: symbol.place, names: [], words: first.words)].names += names
    }
    return found.values.sorted { $0.place < $1.place }
  }

  /// Ends of mangled names of what no call names: metadata, the letting go of objects, first values of properties.
  private static let unspoken = ["Ma", "Mr", "Mi", "fD", "fd", "vpfi", "WZ", "Wl", "WL", "Tm"]
}
