internal import Basics
import Foundation
import Synchronization

/// What a notebook's parameters are to its cells: the constant `params`, whose members are read from the process when a cell
/// asks for them. The runner declares it; a notebook's code has no need to.
@_documentation(visibility: internal)
public protocol GimbalParameters: Sendable, CustomStringConvertible, CustomReflectable {
  /// The parameters in their order.
  var gimbalValues: [(name: String, value: Any)] { get }
}

extension GimbalParameters {
  @_documentation(visibility: internal)
  public var description: String {
    let values = gimbalValues.map { "\($0.name): \(String(reflecting: $0.value))" }
    return "Parameters(\(values.joined(separator: ", ")))"
  }

  @_documentation(visibility: internal)
  public var customMirror: Mirror {
    Mirror(self, children: gimbalValues.map { (label: $0.name, value: $0.value) }, displayStyle: .struct)
  }
}

/// A type that a parameter can have.
@_documentation(visibility: internal)
public protocol ParameterValue: Sendable {
  /// The value that a JSON text says, `nan`, `inf` and `-inf` among the numbers; nil when it is not one of this type.
  init?(gimbalJSON json: String)
}

/// One parameter, read from the host when it is asked for: the host notes who has read it, so that another value runs again
/// only what depends on it. Between two cells the value cannot change, and is kept.
@_documentation(visibility: internal)
public final class GimbalParameter<Value: ParameterValue>: Sendable {
  private let name: String
  private let known = Mutex<(generation: UInt64, value: Value)?>(nil)

  /// The parameter of this name.
  public init(_ name: String) { self.name = name }

  /// The value that the run was started with. O(1) except for the first time in a cell.
  public var value: Value {
    let generation = ParameterHost.generation
    return known.withLock { known in
      if let known, known.generation == generation { return known.value }
      let value = ParameterHost.json(name).flatMap(Value.init(gimbalJSON:))
      guard let value else { fatalError("the parameter “\(name)” has no value of the type \(Value.self)") }
      known = (generation, value)
      return value
    }
  }
}

/// The parameters that the host holds.
private enum ParameterHost {
  private typealias Lookup = @convention(c) (UnsafePointer<CChar>) -> UnsafePointer<CChar>?
  private static let lookup: Lookup? = Channel.function("gimbal_parameter")
  nonisolated(unsafe) private static let counter: UnsafePointer<UInt64>? = dlsym(nil, "gimbal_generation").map {
    UnsafePointer($0.assumingMemoryBound(to: UInt64.self))
  }

  /// Another number for each cell that runs.
  static var generation: UInt64 { counter?.pointee ?? 0 }
  static func json(_ name: String) -> String? { lookup?(name).map { String(cString: $0) } }
}

extension Int: ParameterValue {
  @_documentation(visibility: internal)
  public init?(gimbalJSON json: String) { self.init(json) }
}

extension Double: ParameterValue {
  @_documentation(visibility: internal)
  public init?(gimbalJSON json: String) { self.init(json) }
}

extension Bool: ParameterValue {
  @_documentation(visibility: internal)
  public init?(gimbalJSON json: String) { self.init(json) }
}

extension String: ParameterValue {
  @_documentation(visibility: internal)
  public init?(gimbalJSON json: String) {
    let data = Data(json.utf8)
    guard let value = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed) as? String else {
      return nil
    }
    self = value
  }
}

extension Array: ParameterValue where Element: ParameterValue {
  @_documentation(visibility: internal)
  public init?(gimbalJSON json: String) {
    guard json.hasPrefix("["), json.hasSuffix("]") else { return nil }
    // Scalars, told apart here: Foundation's reader knows no infinite numbers.
    let texts = json.dropFirst().dropLast().matches(of: compiled(/"(?:\\.|[^"\\])*"|[^,\s]+/)).map { String($0.output) }
    self = texts.compactMap { Element(gimbalJSON: $0) }
    guard count == texts.count else { return nil }
  }
}
