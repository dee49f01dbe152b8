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
  var last = 0
  return { done in
    // A hundred steps at most, however many there are.
    guard done == count || done - last >= max(1, count / 100) else { return }
    last = done
    updateDisplay(Markdown(done == count ? "\(count) \(what) read" : "\(done) of \(count) \(what)"), id: id)
  }
}
