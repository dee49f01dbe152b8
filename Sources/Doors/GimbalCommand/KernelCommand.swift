import ArgumentParser
import Caches
import CellKernel
import CodeHelp
import Foundation
import JupyterKernel
import NotebookDocument
import Processes
import Toolchains

/// `gimbal kernel`.
struct KernelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kernel",
    abstract: "A kernel for JupyterLab, VS Code and whatever else speaks Jupyter's protocol.",
    discussion: """
      A cell that fails, crashes, never ends or takes too much memory costs that cell: the next one finds everything as it
      was before.

      EXAMPLES
        gimbal kernel install --sys-prefix
        gimbal kernel uninstall --sys-prefix
      """.flowing,
    subcommands: [Install.self, Uninstall.self, Jupytext.self, RunKernel.self, Assist.self])

  /// Where Jupyter finds the kernel.
  struct Place: ParsableArguments {
    @Flag(help: "For you alone: in your own folder of Jupyter. This is the default.")
    var user = false

    @Option(
      help: ArgumentHelp("Below a folder: /usr/local for all users.", valueName: "folder"), completion: .directory)
    var prefix: String?

    @Flag(help: "In the environment of the Python that is first on the PATH, or that is active.")
    var sysPrefix = false

    func validate() throws {
      if [user, prefix != nil, sysPrefix].filter({ $0 }).count > 1 {
        throw ValidationError("Give only one of --user, --prefix and --sys-prefix.")
      }
    }

    func place() throws -> KernelSpec.Place {
      if let prefix { return .prefix(prefix) }
      return sysPrefix ? .prefix(try pythonPrefix()) : .user
    }

    private func pythonPrefix() throws -> String {
      let environment = ProcessInfo.processInfo.environment
      if let active = environment["VIRTUAL_ENV"] ?? environment["CONDA_PREFIX"] { return active }
      guard let python = Program.find("python3") ?? Program.find("python"),
        let (status, output) = try? Subprocess.run(python, ["-c", "import sys; print(sys.prefix)"]),
        status == 0, let prefix = output.split(separator: "\n").last
      else { throw ValidationError("There is no python3 on the PATH; name the environment's folder with --prefix.") }
      return String(prefix)
    }
  }

  struct Install: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Tell Jupyter of the kernel.",
      discussion: """
        Writes a folder “swift” with kernel.json and logos where Jupyter looks for kernels. What is there of an earlier
        installation is replaced. In an environment of Python, a module is put next to the packages by which papermill
        gives parameters to Swift notebooks (“papermill in.ipynb out.ipynb -p alpha 3”); with --user, where the Python on
        the PATH has papermill.

        EXAMPLES
          gimbal kernel install
          gimbal kernel install --sys-prefix
          sudo gimbal kernel install --prefix /usr/local
        """.flowing)

    @OptionGroup var place: Place

    @Option(
      help: ArgumentHelp(
        "Gigabytes of memory that a cell may take; half of what is free when left out.", valueName: "GB"))
    var memoryLimit: Double?

    func validate() throws { try KernelCommand.validate(memoryLimit) }

    func run() throws {
      try saying {
        let arguments = memoryLimit.map { ["--memory-limit", "\($0)"] } ?? []
        let spec = KernelSpec(
          program: LibraryLocation.currentProgram, arguments: arguments, environment: KernelCommand.environment)
        let place = try place.place()
        print(try spec.install(at: place))
        if let folder = PapermillTranslator.folder(for: place) { print(try PapermillTranslator.install(in: folder)) }
      }
    }
  }

  struct Uninstall: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Take the kernel away from Jupyter.",
      discussion: """
        EXAMPLES
          gimbal kernel uninstall
          gimbal kernel uninstall --prefix /usr/local
        """.flowing)

    @OptionGroup var place: Place

    func run() throws {
      try saying {
        let place = try place.place()
        print(try KernelSpec.uninstall(from: place))
        if let path = try PapermillTranslator.folder(for: place).flatMap(PapermillTranslator.uninstall) { print(path) }
      }
    }
  }

  struct Jupytext: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Have JupyterLab open Markdown notebooks as notebooks.",
      discussion: """
        Writes jupytext.toml, by which jupytext knows that blocks of Swift are cells, into a folder. It holds for the
        notebooks in the folder and below it.

        EXAMPLES
          gimbal kernel jupytext
          gimbal kernel jupytext notebooks
        """.flowing)

    @Argument(help: "The folder; the current one when left out.", completion: .directory)
    var folder = "."

    func run() throws { try saying { print(try JupytextSettings.write(to: folder)) } }
  }

  struct RunKernel: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "run",
      abstract: "Serve one front end; Jupyter starts this.",
      discussion: """
        Cells run in the current folder. The kernel ends when the front end asks for it, on SIGTERM, and when the program
        that Jupyter says has started it is gone.

        EXAMPLES
          gimbal kernel run --connection-file kernel-1.json
        """.flowing)

    @Option(help: ArgumentHelp("The file that says where to listen.", valueName: "file"), completion: .file())
    var connectionFile: String

    @Option(
      help: ArgumentHelp(
        "Gigabytes of memory that a cell may take; half of what is free when left out.", valueName: "GB"))
    var memoryLimit: Double?

    @Option(
      help: ArgumentHelp("The database of what was typed; yours when left out.", valueName: "file"), completion: .file()
    )
    var history: String?

    @Option(help: ArgumentHelp("The folder for compiled cells.", valueName: "folder"), completion: .directory)
    var cache: String?

    func validate() throws { try KernelCommand.validate(memoryLimit) }

    func run() throws {
      try saying {
        let toolchain = try? Toolchain.find(store: Store(cache))
        let connection = try ConnectionFile(path: connectionFile)
        var settings = KernelServer.Settings(
          connection: connection, folder: FileManager.default.currentDirectoryPath,
          history: history ?? Self.standardHistory,
          help: toolchain?.sourceKit.map { [LibraryLocation.currentProgram, "kernel", "assist", $0] },
          versions: (GimbalCommand.configuration.version, toolchain?.name ?? "no Swift compiler on the PATH"))
        settings.notebook = NotebookFile.find()
        settings.notebookPaths = NotebookFile.paths()
        settings.memoryLimit = memoryLimit.map(MemoryLimit.bytes) ?? MemoryLimit.standard()
        settings.cacheFolder = cache
        settings.signals = EndSignals.caught(requests: [SIGINT])
        let server = try KernelServer(settings)
        server.run()
      }
    }

    private static var standardHistory: String {
      let environment = ProcessInfo.processInfo.environment
      let data =
        environment["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : $0 }
        ?? "\(environment["HOME"] ?? NSHomeDirectory())/.local/share"
      return "\(data)/gimbal/history.sqlite"
    }
  }

  /// What the kernel starts to have SourceKit in its own process.
  struct Assist: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Serve SourceKit over standard input and output.", shouldDisplay: false)

    @Argument var library: String

    func run() throws {
      let status = SourceKitService.serve(library: library)
      if status != 0 { throw ExitCode(status) }
    }
  }

  private static func validate(_ memoryLimit: Double?) throws {
    guard let memoryLimit, !(memoryLimit > 0 && memoryLimit <= 1e6) else { return }
    throw ValidationError("--memory-limit takes a positive number of gigabytes, at most a million.")
  }

  /// What the kernel needs of the environment, wherever Jupyter is started: the compiler on the path.
  private static var environment: [String: String] {
    guard let toolchain = try? Toolchain.find() else { return [:] }
    return ["PATH": "\(URL(fileURLWithPath: toolchain.compiler).deletingLastPathComponent().path):${PATH}"]
  }
}
