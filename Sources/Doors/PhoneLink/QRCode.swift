import CQRCode
import Foundation

/// A square of dark and light modules that a phone's camera reads.
package struct QRCode: Hashable, Sendable {
  /// Modules on a side.
  package let width: Int
  /// Row by row, whether a module is dark.
  package let isDark: [Bool]

  /// The code of a text, such as an address; nil when it is longer than a code can hold.
  package init?(_ text: String) {
    guard !text.utf8.contains(0), let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
    defer { QRcode_free(code) }
    width = Int(code.pointee.width)
    isDark = (0..<width * width).map { code.pointee.data[$0] & 1 == 1 }
  }

  /// The code as a picture with its quiet zone, dark on light whatever the page's colours are: cameras need it so.
  package func svg(label: String) -> String {
    let path = isDark.indices.filter { isDark[$0] }.map { "M\($0 % width + 4 ) \($0 / width + 4)h1v1h-1z" }.joined()
    let size = width + 8
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size) \(size)" role="img" aria-label="\(label)" \
      shape-rendering="crispEdges"><path fill="#fff" d="M0 0h\(size)v\(size)H0z"/><path fill="#000" d="\(path)"/></svg>
      """
  }
}
