import ArgumentParser

/// Where a command keeps what it has compiled.
struct CacheOption: ParsableArguments {
  @Option(
    name: .customLong("cache"), help: ArgumentHelp("The folder for compiled cells.", valueName: "folder"),
    completion: .directory)
  var folder: String?
}
