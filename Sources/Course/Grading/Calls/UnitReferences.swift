import Foundation

/// Which names of each other compiled units refer to, as their libraries' symbols say it.
struct UnitReferences {
  private let modules: [String?]
  /// By a module, and then by the module whose names they are.
  private var wanted: [String: [String: Set<String>]] = [:]
  /// By a module, those modules of whose extensions it uses members.
  private var extended: [String: Set<String>] = [:]

  init(_ modules: [String?], _ libraries: [String: LibrarySymbols]) {
    self.modules = modules
    let cells = Set(modules.compactMap(\.self))
    for (module, symbols) in libraries {
      var names: [String: Set<String>] = [:]
      for symbol in symbols.wanted {
        let words = Demangling.words(symbol) ?? ""
        for name in Self.mentions(in: words) where cells.contains(name.module) {
          names[name.module, default: []].insert(name.name)
        }
        for part in words.components(separatedBy: "extension in ").dropFirst() {
          let extending = String(part.prefix { $0 != ")" })
          if cells.contains(extending) { extended[module, default: []].insert(extending) }
        }
      }
      wanted[module] = names
    }
  }

  /// Whether the unit `index` uses members of extensions in `other`.
  func usesExtensions(of other: Int, in index: Int) -> Bool {
    guard let module = modules[index], let otherModule = modules[other], module != otherModule else { return false }
    return extended[module]?.contains(otherModule) ?? false
  }

  /// Names of `other` that the unit `index` refers to; nil where nothing is known: one of them has no library, or they have the same.
  func names(of index: Int, in other: Int) -> Set<String>? {
    guard let module = modules[index], let otherModule = modules[other], module != otherModule,
      let names = wanted[module]
    else { return nil }
    return names[otherModule] ?? []
  }

  /// `Module.name` wherever it is in a readable symbol.
  static func mentions(in text: String) -> [(module: String, name: String)] {
    var found: [(String, String)] = []
    let words = text.split(separator: ".", omittingEmptySubsequences: false)
    for (module, name) in zip(words, words.dropFirst()) {
      let head = module.reversed().prefix { $0 == "_" || $0.isLetter || $0.isNumber }
      let tail = name.prefix { $0 == "_" || $0.isLetter || $0.isNumber }
      if !head.isEmpty, !tail.isEmpty { found.append((String(head.reversed()), String(tail))) }
    }
    return found
  }
}
