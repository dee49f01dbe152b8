import Files
import Foundation
import NotebookDocument

/// The workflow that has a plan's shards run by Snakemake, on Slurm or wherever its executors run.
package struct Workflow {
  /// What a job may take, and how large it is.
  package struct Terms: Hashable, Sendable {
    /// Seconds that a job should take: starting one costs a scheduler seconds.
    package var jobSeconds = 300.0
    /// How many shards; nil: as many as `jobSeconds` asks for.
    package var shards: Int?
    /// Megabytes of memory for a job.
    package var memory = 2000
    /// How often a job that was lost is started again.
    package var retries = 3
    /// Jobs that wait or run at the same time.
    package var jobs = 100
    /// Slurm's partition; its standard one when nil.
    package var partition: String?

    package init() {}
  }

  private let plan: GridPlan
  private let folder: String
  private let terms: Terms

  package init(_ plan: GridPlan, in folder: String, _ terms: Terms) {
    (self.plan, self.folder, self.terms) = (plan, folder, terms)
  }

  /// Seconds for a point as long as none has been run.
  private static let assumedSeconds = 5.0

  /// Seconds that points took, of those that have a result; at most a hundred are looked at.
  private var secondsOfAPoint: Double {
    let grid = GridFolder(folder)
    let known = plan.points.lazy.compactMap { grid.record(of: $0)?.seconds }.prefix(100)
    return known.isEmpty ? Self.assumedSeconds : max(0.01, known.reduce(0, +) / Double(known.count))
  }

  /// How many shards there are.
  package var shards: Int {
    let count = Double(plan.points.count)
    let wanted = terms.shards.map(Double.init) ?? (count * secondsOfAPoint / terms.jobSeconds).rounded(.up)
    return Int(max(1, min(wanted, count)))
  }

  /// Writes `Snakefile` and `profile/config.yaml` into the folder `workflow` of the grid.
  ///
  /// - Parameter program: How `gimbal` is called on the machines that run the jobs.
  /// - Returns: The folder.
  /// - Throws: `GridError` where it cannot be written; `OwnershipError` when other files of these names are there, unless they
  ///   are to be replaced.
  package func write(program: String, force: Bool = false) throws -> String {
    let target = "\(folder)/workflow"
    let files = [("\(target)/Snakefile", snakefile(program)), ("\(target)/profile/config.yaml", profile)]
    for (path, text) in files { try FileOwner.require(path, for: Data(text.utf8), force: force) }
    for (path, text) in files { try GridFolder.write(Data(text.utf8), to: path) }
    return target
  }

  /// A year: more than schedulers grant.
  private static let mostMinutes = 525_600.0

  /// Minutes that a job may take: five times what it should, for slower machines.
  private var minutes: Int {
    let expected = secondsOfAPoint * Double(plan.points.count) / Double(shards)
    return Int(max(10, min((expected * 5 / 60).rounded(.up), Self.mostMinutes)))
  }

  private func snakefile(_ program: String) -> String {
    """
    # The grid of \(plan.name), \(plan.points.count) points in \(shards) shards. Written by “gimbal grid workflow”.
    #
    #   snakemake --snakefile workflow/Snakefile --profile workflow/profile        (Slurm)
    #   snakemake --snakefile workflow/Snakefile --cores all                       (this machine)
    #
    # Run it in the grid's folder, which all machines must see. A shard that was lost runs again; what it has recorded stays.
    GIMBAL = \(Self.quoted(program))
    SHARDS = \(shards)

    localrules: all, gather

    rule all:
        input: "results.sqlite"

    rule shard:
        output: "workflow/shards/{shard}.json"
        retries: \(terms.retries)
        threads: 1
        resources:
            mem_mb=\(terms.memory),
            runtime=\(minutes)
        shell: "{GIMBAL} grid run . --shard {wildcards.shard}/{SHARDS} --jobs {threads} --quiet --seal {output}"

    rule gather:
        input: expand("workflow/shards/{shard}.json", shard=range(1, SHARDS + 1))
        output: "results.sqlite"
        shell: "{GIMBAL} grid gather ."

    """
  }

  private var profile: String {
    """
    executor: slurm
    jobs: \(terms.jobs)
    keep-going: true
    rerun-incomplete: true
    latency-wait: 60
    default-resources:
      mem_mb: \(terms.memory)
      runtime: \(minutes)

    """ + (terms.partition.map { "  slurm_partition: \(Self.quoted($0))\n" } ?? "")
  }

  /// A text as Python and YAML read it.
  private static func quoted(_ text: String) -> String { ParameterValue.text(text).json }
}

/// What a shard leaves when all its points have a record: the file that a workflow waits for.
package enum ShardSeal {
  private struct Content: Codable {
    var points: [String: String]
  }

  /// Writes the seal of these points, with a hash of each record.
  ///
  /// - Throws: `GridError` when a record is missing or the seal cannot be written; `OwnershipError` when a file that is not a seal
  ///   is in its place, unless that is to be replaced.
  package static func write(
    _ indices: [Int], of plan: GridPlan, in folder: String, to path: String, force: Bool = false
  ) throws {
    let before = FileManager.default.contents(atPath: path)
    if before.flatMap({ try? JSONDecoder().decode(Content.self, from: $0) }) == nil {
      try FileOwner.require(path, force: force)
    }
    let grid = GridFolder(folder)
    var points: [String: String] = [:]
    for point in indices.map({ plan.points[$0] }) {
      guard grid.record(of: point) != nil,
        let data = FileManager.default.contents(atPath: "\(grid.folder(of: point))/\(GridFolder.recordName)")
      else { throw GridError(.machine("the record of “\(point.title)” cannot be read back")) }
      points[point.id] = "\(ContentHash(data))"
    }
    try GridFolder.write(Content(points: points), to: path, as: .prettyPrinted)
  }
}
