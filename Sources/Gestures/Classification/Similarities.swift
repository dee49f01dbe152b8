/// The dot products of all pairs of examples, shared by all starts of a training.
struct Similarities: Sendable {
  let count: Int
  let storage: [Double]

  /// The largest dot product of an example with itself.
  var largestSquare: Double { (0..<count).reduce(0) { max($0, storage[$1 * count + $1]) } }

  /// Sets with more examples than this do without: the products would take more than 128 MB.
  static let mostExamples = 4000

  /// Complexity: O(examples² × features).
  init?(_ set: TrainingSet) {
    guard set.count <= Self.mostExamples else { return nil }
    let (count, width) = (set.count, set.width)
    self.count = count
    storage = Array(unsafeUninitializedCapacity: count * count) { products, filled in
      set.rows.withUnsafeBufferPointer { rows in
        for row in 0..<count {
          for column in 0...row {
            let product = dot(rows.baseAddress! + row * width, rows.baseAddress! + column * width, width)
            products[row * count + column] = product
            products[column * count + row] = product
          }
        }
      }
      filled = count * count
    }
  }
}
