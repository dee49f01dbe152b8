/// A plain value that a function of an exercise can take or give when a judge calls it from another process.
@_documentation(visibility: internal)
public protocol PassedValue {
  /// What stands for a value that did not come; the judge counts no check that has seen it.
  static var missing: Self { get }
  /// Appends the value.
  func pass(to bytes: inout PassedBytes)
  /// Reads a value.
  init(passed bytes: inout PassedBytes) throws
}

extension Double: PassedValue {
  public static var missing: Double { .nan }
  public func pass(to bytes: inout PassedBytes) {
    bytes.put(.number)
    bytes.put(self)
  }
  public init(passed bytes: inout PassedBytes) throws {
    try bytes.expect(.number)
    self = try bytes.number()
  }
}

extension Int: PassedValue {
  public static var missing: Int { 0 }
  public func pass(to bytes: inout PassedBytes) {
    bytes.put(.integer)
    bytes.put(UInt64(bitPattern: Int64(self)))
  }
  public init(passed bytes: inout PassedBytes) throws {
    try bytes.expect(.integer)
    self = Int(Int64(bitPattern: try bytes.word()))
  }
}

extension Bool: PassedValue {
  public static var missing: Bool { false }
  public func pass(to bytes: inout PassedBytes) {
    bytes.put(.truth)
    bytes.put(UInt64(self ? 1 : 0))
  }
  public init(passed bytes: inout PassedBytes) throws {
    try bytes.expect(.truth)
    switch try bytes.word() {
    case 0: self = false
    case 1: self = true
    default: throw PassError.otherType
    }
  }
}

extension String: PassedValue {
  public static var missing: String { "" }
  public func pass(to bytes: inout PassedBytes) {
    bytes.put(.text)
    bytes.put(self)
  }
  public init(passed bytes: inout PassedBytes) throws {
    try bytes.expect(.text)
    self = try bytes.text()
  }
}

extension Array: PassedValue where Element: PassedValue {
  public static var missing: [Element] { [] }
  public func pass(to bytes: inout PassedBytes) {
    bytes.put(.list)
    bytes.put(UInt64(count))
    for element in self { element.pass(to: &bytes) }
  }
  public init(passed bytes: inout PassedBytes) throws {
    try bytes.expect(.list)
    let count = try bytes.count()
    self = []
    for _ in 0..<count { append(try Element(passed: &bytes)) }
  }
}

extension Optional: PassedValue where Wrapped: PassedValue {
  public static var missing: Wrapped? { nil }
  public func pass(to bytes: inout PassedBytes) {
    switch self {
    case nil: bytes.put(.nothing)
    case let value?:
      bytes.put(.some)
      value.pass(to: &bytes)
    }
  }
  public init(passed bytes: inout PassedBytes) throws {
    guard let kind = PassedBytes.Kind(rawValue: try bytes.byte()) else { throw PassError.otherType }
    switch kind {
    case .nothing: self = nil
    case .some: self = try Wrapped(passed: &bytes)
    default: throw PassError.otherType
    }
  }
}

extension Dictionary: PassedValue where Key: PassedValue, Value: PassedValue {
  public static var missing: [Key: Value] { [:] }
  public func pass(to bytes: inout PassedBytes) {
    Array(keys).pass(to: &bytes)
    Array(values).pass(to: &bytes)
  }
  public init(passed bytes: inout PassedBytes) throws {
    let keys = try [Key](passed: &bytes)
    let values = try [Value](passed: &bytes)
    guard keys.count == values.count else { throw PassError.otherType }
    self = Dictionary(zip(keys, values), uniquingKeysWith: { $1 })
  }
}
