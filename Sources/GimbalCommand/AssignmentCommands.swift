import ArgumentParser

/// `gimbal assignment`.
struct AssignmentCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "assignment", abstract: "Hand out assignments and grade them.", subcommands: [GradeCommand.self])
}
