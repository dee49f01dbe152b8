extension Trace {
  /// The pieces of the recording during which a finger was on the screen, in order: a gesture each. The whole recording where
  /// it does not know of touches; none where nobody touched. O(samples).
  public var touches: [Trace] {
    guard let isTouching else { return [self] }
    var touches: [Trace] = []
    var start: Int?
    for index in 0...count {
      let isDown = index < count && isTouching[index]
      if isDown, start == nil { start = index }
      if !isDown, let first = start {
        touches.append(self[first..<index])
        start = nil
      }
    }
    return touches
  }
}
