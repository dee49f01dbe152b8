/// A way to run a program that nobody trusts: without a network, with only those files of the machine that it is given,
/// and with limits for everything that it starts.
///
/// What holds for one sandbox holds for every other; the tests attack them all.
package protocol Sandbox: Sendable {
  /// What a person calls it on the command line.
  static var name: String { get }
  /// Why it cannot be used here, as far as that is known without a trial; nil otherwise.
  static var obstacle: SandboxReason? { get }
  init()
  /// Starts a program.
  ///
  /// - Throws: `SandboxError` when it cannot be started.
  func start(_ program: ConfinedProgram) throws -> ConfinedTree
}

extension Sandbox {
  package var name: String { Self.name }
}

/// The sandboxes that there are, the strictest first.
package enum Sandboxes {
  package static let all: [any Sandbox.Type] = [Bubblewrap.self, LandlockSandbox.self]

  /// The first sandbox that holds on this machine, or the one of this name, as a trial says.
  ///
  /// - Throws: `SandboxError` that says why none does.
  package static func choose(named name: String? = nil, trial: SandboxTrial) throws -> any Sandbox {
    let known = all.map { $0.name }
    if let name, !known.contains(name) { throw SandboxError(.unknown(name, known: known)) }
    var reasons: [String] = []
    for kind in all where name == nil || kind.name == name {
      if let obstacle = kind.obstacle {
        reasons.append("\(kind.name): \(obstacle.message)")
        continue
      }
      let sandbox = kind.init()
      switch trial.of(sandbox) {
      case nil: return sandbox
      case let why?: reasons.append("\(kind.name): \(why.message)")
      }
    }
    throw SandboxError(.noneHolds(reasons))
  }
}
