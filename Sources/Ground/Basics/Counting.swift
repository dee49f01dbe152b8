/// Numbers of things, as they are reported.
package enum Counting {
  /// “1 period”, “2 periods”: the number and its noun, with an s unless the plural is another.
  package static func words(_ count: Int, _ noun: String, plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
  }
}
