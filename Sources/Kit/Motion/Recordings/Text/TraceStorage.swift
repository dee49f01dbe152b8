import Rotations
import Traces

/// Room for the arrays of a trace, filled by several threads at different rows.
struct TraceStorage: @unchecked Sendable {
  private(set) var timestamps: UnsafeMutablePointer<Double>?
  private(set) var attitude: UnsafeMutablePointer<Quaternion>?
  private(set) var trueAttitude: UnsafeMutablePointer<Quaternion>?
  private(set) var isTouching: UnsafeMutablePointer<Bool>?
  private(set) var isMoving: UnsafeMutablePointer<Bool>?
  /// As `TraceLayout.vectors`.
  private(set) var vectors: [UnsafeMutablePointer<Vector3>] = []

  /// Moves some rows from `source` on to `target`, which comes before them.
  func move(_ count: Int, from source: Int, to target: Int) {
    guard source != target else { return }
    func move<T>(_ base: UnsafeMutablePointer<T>?) {
      guard let base else { return }
      (base + target).update(from: base + source, count: count)
    }
    move(timestamps)
    move(attitude)
    move(trueAttitude)
    move(isTouching)
    move(isMoving)
    for vector in vectors { move(vector) }
  }

  /// Adds `time` to the timestamps of `rows`.
  func delay(_ rows: Range<Int>, by time: Double) {
    guard let timestamps else { return }
    for row in rows { timestamps[row] += time }
  }
}

extension TraceStorage {
  /// A table with the arrays that `layout` names.
  ///
  /// - Parameters:
  ///   - capacity: For how many rows there is room.
  ///   - body: Writes rows from the first on and returns how many.
  static func fill(_ layout: TraceLayout, capacity: Int, _ body: (TraceStorage) -> Int) -> TraceTable {
    var table = TraceTable()
    guard capacity > 0 else { return table }
    // An array lends its room to a closure, so that each array is made within the closure of the one before.
    typealias Inner = (inout TraceTable, inout TraceStorage) -> Int
    typealias Step = (inout TraceTable, inout TraceStorage, Inner) -> Int
    func room<T>(
      _ array: WritableKeyPath<TraceTable, [T]>,
      _ keep: @escaping (inout TraceStorage, UnsafeMutablePointer<T>?) -> Void
    ) -> Step {
      { table, storage, inner in
        var count = 0
        table[keyPath: array] = Array(unsafeUninitializedCapacity: capacity) { buffer, initialized in
          keep(&storage, buffer.baseAddress)
          count = inner(&table, &storage)
          initialized = count
        }
        return count
      }
    }
    var steps = [room(\.timestamps) { $0.timestamps = $1 }]
    if layout.attitude >= 0 { steps.append(room(\.attitude) { $0.attitude = $1 }) }
    if layout.trueAttitude >= 0 { steps.append(room(\.trueAttitude) { $0.trueAttitude = $1 }) }
    if layout.isTouching >= 0 { steps.append(room(\.isTouching) { $0.isTouching = $1 }) }
    if layout.isMoving >= 0 { steps.append(room(\.isMoving) { $0.isMoving = $1 }) }
    for vectors in layout.vectors { steps.append(room(vectors.array) { $0.vectors.append($1!) }) }
    func run(_ steps: ArraySlice<Step>, _ table: inout TraceTable, _ storage: inout TraceStorage) -> Int {
      guard let step = steps.first else { return body(storage) }
      return step(&table, &storage) { run(steps.dropFirst(), &$0, &$1) }
    }
    var storage = TraceStorage()
    _ = run(steps[...], &table, &storage)
    return table
  }
}
