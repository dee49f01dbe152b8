import ArgumentParser
import Foundation
import Grids
import NotebookDocument
import NotebookRunning
import Processes
import Results
import Toolchains

/// `gimbal grid`.
struct GridCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grid",
    abstract: "Plan, run and gather grids of parameters and recordings, on one machine or many.",
    discussion: """
      A plan is a list of points. Each has an identity made of the notebook's text, of kit and compiler, and of the
      parameters. So points can be run anywhere, in any order, again, and moved; one that has a result is not run again
      unless something that it looked at has changed. “gimbal run NOTEBOOK --grid …” does all of this at once.

      EXAMPLES
        gimbal grid plan drift.md --grid alpha=0.5,1,2 --over 'traces/*.csv'
        gimbal grid run plots/drift-grid --shard 3/20
        gimbal grid gather plots/drift-grid
      """.flowing,
    subcommands: [
      GridPlanCommand.self, GridRunCommand.self, GridStatusCommand.self, GridGatherCommand.self,
      GridWorkflowCommand.self,
    ])
}

/// What a grid is, on the command line.
struct GridOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Values for a parameter, or a range of numbers: name=0.5,1,2, name=0.1..10/5, “name=0.1..10/5 log”. Several times for combinations.",
      valueName: "name=values"))
  var grid: [String] = []

  @Option(
    help: ArgumentHelp(
      "Run over the recordings that a pattern names, in quotes; name=pattern where several parameters name files.",
      valueName: "pattern"), completion: .file())
  var over: [String] = []

  @Option(
    help: ArgumentHelp("Which combinations: full, random, latin-hypercube.", valueName: "name"),
    completion: .list(["full", "random", "latin-hypercube"]))
  var design = "full"

  @Option(help: ArgumentHelp("How many points a random or Latin hypercube design has.", valueName: "count"))
  var points: Int?

  @Option(help: ArgumentHelp("What a design's random numbers begin with.", valueName: "number"))
  var seed: UInt64 = 1

  /// Whether a grid is asked for.
  var isGiven: Bool { !grid.isEmpty || !over.isEmpty }

  /// The request for a notebook; a YAML file is its own plan.
  func request(_ path: String) throws -> PlanRequest {
    guard path.hasSuffix(".yaml") || path.hasSuffix(".yml") else {
      return try PlanRequest(
        notebook: path, grid: grid, over: over, design: design, points: points, seed: seed)
    }
    if isGiven || points != nil || design != "full" {
      throw ValidationError(
        "\(path) already describes the grid; write what --grid, --over, --design and --points say into that file.")
    }
    return try PlanRequest(file: path)
  }
}

/// `gimbal grid plan`.
struct GridPlanCommand: ParsableCommand, RunsCells {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Write down the points of a grid.",
    discussion: """
      The plan goes to OUTPUT/NOTEBOOK-grid/plan.json. Larger ones are described in a YAML file:

        notebook: drift.md
        design: latin-hypercube        # or random, or full
        points: 200
        seed: 1
        parameters:
          alpha: {from: 0.1, to: 10, scale: log}
          scheme: [none, exponential]
        over:
          trace: traces/*.csv
        fixed:
          window: 0.2

      EXAMPLES
        gimbal grid plan drift.md --grid alpha=0.5,1,2 --over 'traces/*.csv'
        gimbal grid plan drift.md --grid alpha=0.1..10 \\
          --design latin-hypercube --points 200
        gimbal grid plan plan.yaml --output results
      """.flowing)

  @Argument(help: "A notebook, or a YAML file that names one.", completion: .file())
  var source: String

  @OptionGroup var options: GridOptions

  @OptionGroup var given: GivenParameters

  @Option(help: ArgumentHelp("The folder for the results.", valueName: "folder"), completion: .directory)
  var output = "plots"

  @Flag(inversion: .prefixedNo, help: "Write a report for each point.")
  var reports = true

  @OptionGroup var replacing: Replacing

  @OptionGroup var caching: CacheOption

  func run() throws {
    try saying {
      var request = try options.request(source)
      request.fixed += given.assignments
      request.options.reports = reports
      let folder = Planner.folder(for: request.notebook, output: output)
      let (plan, notes) = try Planner(request, cacheFolder: caching.folder).plan(in: folder)
      try plan.write(to: folder, force: replacing.force)
      for note in notes { Terminal.complain("note: \(note)\n") }
      print("\(folder)/\(GridPlan.fileName): \(plan.points.count) points")
    }
  }
}

/// `gimbal grid run`.
struct GridRunCommand: ParsableCommand, RunsCells {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run points of a plan that have no result that holds.",
    discussion: """
      A point that fails is recorded with its error and stops no other. Points can be run by several programs and machines
      at once; each writes its result whole or not at all.

      Exit status: 0 when every point that was asked for has a record, failed ones too; 2 when this machine cannot run
      points (another kit, another notebook, a full disk), 130 after Ctrl-C.

      EXAMPLES
        gimbal grid run plots/drift-grid
        gimbal grid run plots/drift-grid --shard 3/20 --jobs 1
        gimbal grid run plots/drift-grid --point 17 --again
      """.flowing)

  @Argument(help: "The grid's folder, or its plan.json.", completion: .file())
  var grid: String

  @Option(help: ArgumentHelp("One point: its number, identity or folder.", valueName: "point"))
  var point: [String] = []

  @Option(help: ArgumentHelp("Every n-th point, from the i-th on.", valueName: "i/n"))
  var shard: String?

  @Option(
    help: ArgumentHelp("How many points run at the same time; as many as there are processors.", valueName: "count"))
  var jobs: Int?

  @Flag(help: "Run points again that have failed, though nothing has changed.")
  var retryFailed = false

  @Flag(help: "Run points again that have a result, though nothing has changed.")
  var again = false

  @Option(
    help: ArgumentHelp("A file to write once all these points have a record.", valueName: "file"), completion: .file())
  var seal: String?

  @OptionGroup var replacing: Replacing

  @OptionGroup var caching: CacheOption

  @Flag(name: .shortAndLong, help: "Say only what went wrong.")
  var quiet = false

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number of points, at least 1.") }
    if shard != nil, !point.isEmpty { throw ValidationError("Choose points by --point or by --shard, not both.") }
  }

  func run() throws {
    try saying {
      let interrupt = EndSignals.caught()
      let (plan, folder) = try GridPlan.read(grid)
      var indices = Array(plan.points.indices)
      if let shard { indices = try plan.shard(shard) }
      if !point.isEmpty { indices = try point.map { try plan.index(of: $0) } }
      var terms = GridRun.Terms()
      if let jobs { terms.jobs = jobs }
      (terms.retriesFailed, terms.repeatsAll, terms.cacheFolder) = (retryFailed, again, caching.folder)
      terms.force = replacing.force
      let progress = GridProgress(isQuiet: quiet)
      let tally = try GridRun(plan, in: folder, terms).run(indices, interrupt: interrupt) { progress.show($0) }
      progress.end(tally)
      if tally.wasInterrupted { throw ExitCode(EndSignals.status) }
      if let seal { try ShardSeal.write(indices, of: plan, in: folder, to: seal, force: replacing.force) }
    }
  }
}

/// `gimbal grid status`.
struct GridStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Say which points of a plan have a result.",
    discussion: """
      EXAMPLES
        gimbal grid status plots/drift-grid
        gimbal grid status plots/drift-grid --only failed
      """.flowing)

  @Argument(help: "The grid's folder, or its plan.json.", completion: .file())
  var grid: String

  @Option(
    help: ArgumentHelp("Only these: done, failed, missing.", valueName: "status"),
    completion: .list(["done", "failed", "missing"]))
  var only: String?

  func validate() throws {
    if let only, !["done", "failed", "missing"].contains(only) {
      throw ValidationError("--only takes done, failed or missing, not “\(only)”.")
    }
  }

  func run() throws {
    try saying {
      let (plan, path) = try GridPlan.read(grid)
      let folder = GridFolder(path)
      var counts = ["done": 0, "failed": 0, "missing": 0]
      var failures = PointFailures()
      for (index, point) in plan.points.enumerated() {
        let record = folder.record(of: point)
        let status = record?.status.rawValue ?? "missing"
        counts[status, default: 0] += 1
        if only == nil || only == status {
          print("\(index + 1)\t\(point.id.prefix(12))\t\(status)\t\(point.title)")
          if let error = record?.error { failures.add(error, of: point) }
        }
      }
      for mistake in failures.mistakes { print("✗ \(mistake.words())\n\(GridProgress.indented(mistake.message))") }
      print(
        "\(plan.points.count) points: \(counts["done"]!) done, \(counts["failed"]!) failed, \(counts["missing"]!) missing"
      )
    }
  }
}

/// `gimbal grid gather`.
struct GridGatherCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gather",
    abstract: "Put the results of a plan's points into one database and one page.",
    discussion: """
      Writes results.sqlite, index.html and README.md into the grid's folder. Results that do not belong together, such as
      points that have read different contents of one file, are refused and named.

      Exit status: 0 when every point has a result, failed ones too; 1 when points are missing or refused (what is there
      is gathered all the same), 2 when nothing can be read or written.

      EXAMPLES
        gimbal grid gather plots/drift-grid
        gimbal grid gather plots/drift-grid --from /mnt/other/plots/drift-grid
      """.flowing)

  @Argument(help: "The grid's folder, or its plan.json.", completion: .file())
  var grid: String

  @Option(
    help: ArgumentHelp("A folder of the same grid that another machine has filled.", valueName: "folder"),
    completion: .directory)
  var from: [String] = []

  @OptionGroup var replacing: Replacing

  func run() throws {
    try saying {
      let (plan, folder) = try GridPlan.read(grid)
      let summary = try Gathering(plan, in: folder, from: from).gather(force: replacing.force)
      GridProgress.say(summary, of: plan, in: folder)
      if !summary.isWhole { throw ExitCode(1) }
    }
  }
}

/// `gimbal grid workflow`.
struct GridWorkflowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "workflow",
    abstract: "Write a Snakemake workflow that runs a plan on Slurm or elsewhere.",
    discussion: """
      Writes workflow/Snakefile and workflow/profile/ into the grid's folder. Snakemake and its executor for Slurm come with
      “pip install snakemake snakemake-executor-plugin-slurm”.

      EXAMPLES
        gimbal grid workflow plots/drift-grid
        gimbal grid workflow plots/drift-grid --shards 40 --partition long
      """.flowing)

  @Argument(help: "The grid's folder, or its plan.json.", completion: .file())
  var grid: String

  @Option(help: ArgumentHelp("How many jobs; as many as --job-seconds asks for when left out.", valueName: "count"))
  var shards: Int?

  @Option(help: ArgumentHelp("How long a job should take, so that it is worth its start.", valueName: "seconds"))
  var jobSeconds = Workflow.Terms().jobSeconds

  @Option(help: ArgumentHelp("Memory of a job.", valueName: "megabytes"))
  var memory = Workflow.Terms().memory

  @Option(help: ArgumentHelp("How often a lost job starts again.", valueName: "count"))
  var retries = Workflow.Terms().retries

  @Option(help: ArgumentHelp("How many jobs wait or run at the same time.", valueName: "count"))
  var jobs = Workflow.Terms().jobs

  @Option(help: ArgumentHelp("Slurm's partition.", valueName: "name"))
  var partition: String?

  @Option(
    help: ArgumentHelp("How gimbal is called where jobs run; this program when left out.", valueName: "path"),
    completion: .file())
  var program: String?

  @OptionGroup var replacing: Replacing

  func validate() throws {
    if let shards, shards < 1 { throw ValidationError("--shards takes at least 1.") }
    guard jobSeconds > 0, memory > 0, retries >= 0, jobs > 0 else {
      throw ValidationError("--job-seconds, --memory and --jobs take positive numbers; --retries takes 0 or more.")
    }
  }

  func run() throws {
    try saying {
      let (plan, folder) = try GridPlan.read(grid)
      var terms = Workflow.Terms()
      (terms.jobSeconds, terms.shards, terms.memory) = (jobSeconds, shards, memory)
      (terms.retries, terms.jobs, terms.partition) = (retries, jobs, partition)
      let workflow = Workflow(plan, in: folder, terms)
      let written = try workflow.write(
        program: program ?? LibraryLocation.currentProgram, force: replacing.force)
      print(
        """
        \(written): \(plan.points.count) points in \(workflow.shards) shards; run it with
          cd \(folder) && snakemake --snakefile workflow/Snakefile --profile workflow/profile
        """)
    }
  }
}
