import Foundation

/// The kernel's pictures: rings, one in the other, as a gimbal has them; and the same as a browser draws it with 32 and 64
/// pixels on a side.
enum Logo {
  /// By the names under which Jupyter looks for them.
  static var files: [String: Data] {
    [
      "logo-svg.svg": Data(PackageResources.logo_svg_svg), "logo-32x32.png": Data(PackageResources.logo_32x32_png),
      "logo-64x64.png": Data(PackageResources.logo_64x64_png),
    ]
  }
}
