import ArgumentParser

/// The command line.
@main
struct GimbalCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gimbal",
    abstract: "Runs literate experiment notebooks for inertial sensing.",
    discussion: """
      A notebook is a Markdown file with Swift cells. Its results (figures, README.md, index.html) go to plots/NOTEBOOK/.

      EXAMPLES
        gimbal run notebooks/stabilisation.md
        gimbal run notebooks/stabilisation.md -P trace=walk.csv -P alpha=0.5
      """,
    version: "0.1.0",
    subcommands: [
      Run.self,
      PreviewCommand.self,
      Check.self,
      PreviewCommand.self,
      Recognise.self,
      Train.self,
      TraceCommands.self,
    ])
}
