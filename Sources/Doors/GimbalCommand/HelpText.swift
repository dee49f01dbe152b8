extension String {
  /// The text with each paragraph on one line, so that a terminal of any width wraps it evenly. What is indented, such as an
  /// example, and the heading above it stay as they are.
  var flowing: String {
    var lines: [String] = []
    var isParagraph = false
    for line in split(separator: "\n", omittingEmptySubsequences: false) {
      let isProse = !line.isEmpty && !line.hasPrefix(" ")
      if isProse, isParagraph { lines[lines.count - 1] += " \(line)" } else { lines.append(String(line)) }
      isParagraph = isProse
    }
    return lines.joined(separator: "\n")
  }
}
