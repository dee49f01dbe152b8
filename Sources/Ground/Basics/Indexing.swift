/// Indices that a caller gives, checked where they arrive.
///
/// The message is printed in optimised code, too, where a failed `precondition` prints none.
package enum Indexing {
  /// Ends the program unless there is an element with this index.
  ///
  /// - Parameter what: The elements of what, as “samples of the trace “walk””.
  @inline(__always)
  package static func check(_ index: Int, below count: Int, _ what: @autoclosure () -> String) {
    if index < 0 || index >= count {
      fail("the index \(index)", what(), "\(words(count)); take an index within 0..<\(count)")
    }
  }

  /// Ends the program unless all of these elements are there.
  @inline(__always)
  package static func check(_ range: Range<Int>, within count: Int, _ what: @autoclosure () -> String) {
    if range.lowerBound < 0 || range.upperBound > count {
      fail("the range \(range)", what(), "\(words(count)); take a range within 0..<\(count)")
    }
  }

  @inline(never)
  private static func fail(_ asked: String, _ what: String, _ advice: String) -> Never {
    fatalError("\(asked) is out of range for the \(what): \(advice)")
  }

  private static func words(_ count: Int) -> String { count == 1 ? "there is 1" : "there are \(count)" }
}
