/// A word of a command that a message tells the reader to type.
package enum ShellWord {
  /// The word as a shell takes it: as it is, or in single quotes where it holds what a shell would read otherwise.
  package static func quoted(_ text: String) -> String {
    let isPlain =
      !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || "_-./=:,+@%".contains($0) }
    return isPlain
      ? text : "'" + text.replacing(bytes: "'", with: "'\\''") + "'"
  }
}
