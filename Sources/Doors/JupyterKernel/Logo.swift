import EmbeddedFiles
import Foundation

/// The kernel's pictures: rings, one in the other, as a gimbal has them; and the same as a browser draws it with 32 and 64
/// pixels on a side.
enum Logo {
  /// By the names under which Jupyter looks for them.
  static var files: [String: Data] {
    let names = ["logo-svg.svg", "logo-32x32.png", "logo-64x64.png"]
    return Dictionary(uniqueKeysWithValues: names.map { ($0, EmbeddedFile("JupyterKernel/\($0)")!.data) })
  }
}
