import Basics

/// Numbers whose thousands are set apart by spaces, which Swift takes for two numbers.
enum SpacedNumber {
  /// What helps against two statements on a line that holds such a number, “1 000”; nil for any other line or message.
  static func remedy(for message: String, in line: some StringProtocol) -> String? {
    guard message.hasPrefix("consecutive statements on a line") else { return nil }
    guard let match = String(line).firstMatch(of: compiled(/(?:^|[^\w.])(\d{1,3}(?: \d{3})+)(?![\w.])/)) else {
      return nil
    }
    let number = match.output.1
    return "if “\(number)” is one number, write it as \(number.replacing(" ", with: "_")), "
      + "or without the spaces"
  }
}
