import Basics

/// Something that compiled code calls: `Quaternion.act` of the module `Rotations`.
struct CalledName: Hashable, Sendable {
  var module: String
  /// The type and the member, or the function.
  var path: [String]

  /// As a message names it.
  var words: String { path.joined(separator: ".") }

  /// What a demangled symbol calls; nil for what is data about types, as every use of a type brings it.
  ///
  /// `static Rotations.Quaternion.* infix(…) -> …` is `Quaternion.*`; `(extension in Rotations):Swift.SIMD3<…>.cross(…)` is
  /// `Vector3.cross`, by the name that people write.
  ///
  /// - Parameter isFunction: whether it is known to be a function.
  init?(demangled text: String, isFunction: Bool = false) {
    guard isFunction || !Self.data.contains(where: text.holds) else { return nil }
    var rest = Substring(text)
    var extended: String?
    // What a closure or a default argument is in is what is called.
    if rest.holds("(extension in "), let place = rest.range(of: "(extension in ", options: .literal),
      let end = rest[place.upperBound...].range(of: "):")
    {
      extended = String(rest[place.upperBound..<end.lowerBound])
      rest = rest[end.upperBound...]
    } else {
      for prefix in Self.wrappers where rest.holds(prefix) {
        rest = Substring(String(rest).parts(between: prefix).last ?? "")
      }
    }
    var parts: [String] = []
    while let part = Self.identifier(&rest) {
      parts.append(part)
      Self.skipGenerics(&rest)
      guard rest.first == "." else { break }
      rest = rest.dropFirst()
    }
    guard parts.count > 1 else { return nil }
    module = extended ?? parts[0]
    path = parts.dropFirst().map { $0 == "SIMD3" ? "Vector3" : $0 }
    // A getter or a setter counts as its property, an initializer as its type.
    while let last = path.last, path.count > 1, Self.accessors.contains(last) { path.removeLast() }
  }

  /// What a symbol of a function can be called. The witness of a protocol's requirement is called by the protocol or by the type:
  /// `protocol witness for Stabilization.Scheme.integrate(…) in conformance Stabilization.Unstabilized : …` is `Scheme.integrate` and
  /// `Unstabilized.integrate`.
  static func all(demangled text: String) -> [CalledName] {
    let witness = "protocol witness for "
    let conformance = " in conformance "
    guard text.hasPrefix(witness), let end = text.range(of: conformance, options: .backwards) else {
      return CalledName(demangled: text, isFunction: true).map { [$0] } ?? []
    }
    guard
      let requirement = CalledName(
        demangled: String(text[text.index(text.startIndex, offsetBy: witness.count)..<end.lowerBound]), isFunction: true
      )
    else { return [] }
    var rest = text[end.upperBound...]
    while rest.first == "<", let close = rest.firstIndex(of: ">") {
      rest = rest[rest.index(after: close)...].drop { $0 == " " }
    }
    var parts: [String] = []
    while let part = identifier(&rest) {
      parts.append(part == "SIMD3" ? "Vector3" : part)
      skipGenerics(&rest)
      guard rest.first == "." else { break }
      rest = rest.dropFirst()
    }
    guard parts.count > 1 else { return [requirement] }
    // An initialiser is called as its type.
    let member = requirement.path.count > 1 ? Array(requirement.path.dropFirst()) : []
    let module = parts[0] == "Swift" ? requirement.module : parts[0]
    return [CalledName(module: module, path: Array(parts.dropFirst()) + member), requirement]
  }

  private init(module: String, path: [String]) { (self.module, self.path) = (module, path) }

  /// Whether a call does not show how a task is solved: comparing and hashing values, letting go of them, and the
  /// components of a rotation in words.
  var isHarmless: Bool {
    guard let last = path.last else { return true }
    return Self.comparing.contains(last) || last.contains("deinit")
      || module == "Rotations" && ["description", "debugDescription"].contains(last)
  }

  private static let comparing: Set<String> = [
    "==", "!=", "hash", "hashValue", "_rawHashValue", "__derived_struct_equals",
  ]

  private static let data = [
    "metadata", "descriptor", "witness table", "value witness", "outlined ", "associated type", "reflection",
    "symbolic", "demangling cache", "metaclass", "conformance", "type_info", "module", "one-time initialization",
  ]
  private static let wrappers = [" in ", "static ", "dispatch thunk of ", " for ", " of "]
  private static let accessors: Set<String> = [
    "getter", "setter", "modify", "read", "unsafeMutableAddressor", "unsafeAddressor", "modify2", "read2", "init",
  ]

  /// A name or an operator at the beginning.
  private static func identifier(_ text: inout Substring) -> String? {
    let name = text.prefix { $0 == "_" || $0.isLetter || $0.isNumber }
    if !name.isEmpty {
      text = text.dropFirst(name.count)
      return String(name)
    }
    let sign = text.prefix { "+-*/%<>=!&|^~?".contains($0) }
    guard !sign.isEmpty else { return nil }
    text = text.dropFirst(sign.count)
    return String(sign)
  }

  private static func skipGenerics(_ text: inout Substring) {
    guard text.first == "<" else { return }
    var depth = 0
    for index in text.indices {
      if text[index] == "<" { depth += 1 }
      if text[index] == ">", index == text.startIndex || text[text.index(before: index)] != "-" { depth -= 1 }
      if depth == 0 {
        text = text[text.index(after: index)...]
        return
      }
    }
  }

  /// Whether a list of names allows this: it says the type, the member of the type, or the function. `Quaternion.init` allows to make
  /// one, and nothing else of the type.
  func isAllowed(by list: [String]) -> Bool {
    list.contains { entry in
      let entry = entry.split(separator: ".").map { $0 == "SIMD3" ? "Vector3" : String($0) }
      return entry.last == "init" ? path == entry.dropLast() : path.starts(with: entry)
    }
  }
}
