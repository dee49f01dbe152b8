import ArgumentParser
import Surroundings

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
        gimbal new drift && gimbal preview drift.md

      COMPLETIONS
        gimbal --generate-completion-script bash > ~/.local/share/bash-completion/completions/gimbal
        gimbal --generate-completion-script zsh > ~/.zfunc/_gimbal
        gimbal --generate-completion-script fish > ~/.config/fish/completions/gimbal.fish
      """,
    version: GimbalVersion.current,
    subcommands: [
      Run.self,
      PreviewCommand.self,
      StudioCommand.self,
      GridCommands.self,
      ResultsCommands.self,
      Check.self,
      KernelCommand.self,
      New.self,
      ImportCommand.self,
      TangleCommand.self,
      Doctor.self,
      Clean.self,
      Recognise.self,
      Train.self,
      TraceCommands.self,
    ])
}
