/// Which Gimbal this is.
package enum GimbalVersion {
  /// As `gimbal --version` says it, and the package's name.
  package static let current = "0.1.0"
}
