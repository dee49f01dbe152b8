import CSandbox

/// Landlock for files, connections and signals, a filter of system calls for the rest. It needs no right at all, so it works where
/// namespaces are forbidden: in most containers.
package struct LandlockSandbox: Sandbox {
  package static let name = "landlock"
  /// The first version that holds back signals to others.
  static let needed = 6

  package static var obstacle: SandboxReason? {
    let version = Int(gimbal_landlock_version())
    return version < needed ? .noLandlock(version: version) : nil
  }

  package init() {}

  package func start(_ program: ConfinedProgram) throws -> ConfinedTree {
    try ConfinedTree(program, confines: true)
  }
}
