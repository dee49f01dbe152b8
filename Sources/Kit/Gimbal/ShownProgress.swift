import Display

/// How much of a long work is done, shown in one place of the cell's output, which ends by saying what was done.
///
///     try Study(ofFiles: files, progress: shownProgress(of: files.count, "recordings"))
///
/// - Parameters:
///   - count: How much there is to do.
///   - what: What is counted.
public func shownProgress(of count: Int, _ what: String) -> (Int) -> Void {
  let id = "progress \(what)"
  let what = count == 1 && what.hasSuffix("s") ? String(what.dropLast()) : what
  display(Markdown("0 of \(count) \(what)"), id: id)
  var steps = ProgressSteps(of: count)
  return { done in
    guard steps.shows(done) else { return }
    updateDisplay(Markdown(done == count ? "\(count) \(what) read" : "\(done) of \(count) \(what)"), id: id)
  }
}

/// Which steps of a long work are shown: some hundred and the last one, however many there are.
package struct ProgressSteps {
  private let count: Int
  private var last = 0

  package init(of count: Int) { self.count = count }

  /// Whether it is shown that so much is done.
  package mutating func shows(_ done: Int) -> Bool {
    guard done == count || done - last >= max(1, count / 100) else { return false }
    last = done
    return true
  }
}
