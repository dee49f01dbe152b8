import Foundation
import NotebookDocument
import Testing

@testable import Grids

@Suite("Plans of grids")
struct PlanTests {
  private let parameters = "  alpha: 2.0\n  n: 1\n  trace: traces/a.csv"

  private func bench() throws -> (GridBench, String) {
    let bench = try GridBench()
    for (name, text) in [("a", "1"), ("b", "2"), ("c", "3")] { try bench.write(text, to: "traces/\(name).csv") }
    return (bench, try bench.notebook(parameters, "print(params.alpha)"))
  }

  @Test("Parameters and recordings are crossed; paths are those that cells see")
  func crossed() throws {
    let (bench, path) = try bench()
    let (plan, _, _) = try bench.plan(path, grid: ["alpha=1,2"], over: ["\(bench.folder)/traces/*.csv"])
    #expect(plan.points.count == 6)
    #expect(plan.points[1].values == ["alpha=1", "trace=traces/b.csv"])
    #expect(plan.points[1].title == "alpha = 1, trace = traces/b.csv")
    #expect(plan.notebook == "../../test.md")
    let again = try GridPlan.read("\(bench.output)/test-grid").plan
    #expect(again == plan)
  }

  @Test(
    "Truths and mappings that belong to other recordings are none themselves; they are named, and a truth alone is taken"
  )
  func companions() throws {
    let bench = try GridBench()
    let files = ["data1_imu2.csv", "data1_vi2.csv", "b.csv", "b.csv.mapping.yaml", "other_vi3.csv"]
    for name in files { try bench.write("1", to: "walks/\(name)") }
    let path = try bench.notebook("  trace: walks/b.csv", "print(params.trace)")
    let (plan, _, notes) = try bench.plan(path, over: ["\(bench.folder)/walks/*"])
    #expect(
      plan.points.map(\.values) == ["b.csv", "data1_imu2.csv", "other_vi3.csv"].map { ["trace=walks/\($0)"] })
    #expect(
      notes == [
        "left out 2 files that belong to other recordings (truths and mappings): b.csv.mapping.yaml, data1_vi2.csv"
      ])
  }

  @Test("An identity is made of the notebook's text and the parameters' values, not of notation")
  func identities() throws {
    let (bench, path) = try bench()
    func ids(_ grid: [String] = ["alpha=1,2"], fixed: [String] = []) throws -> [String] {
      try bench.plan(path, grid: grid, fixed: fixed).plan.points.map(\.id)
    }
    let first = try ids()
    #expect(try ids() == first && Set(first).count == 2)
    // Another notation of the same number is the same point.
    #expect(try ids(["alpha=1.0,2"]) == first)
    #expect(try ids(fixed: ["n=1"]) == first)
    #expect(Set(try ids(fixed: ["n=2"])).isDisjoint(with: first))
    #expect(try ids(["alpha=2,3"]).first == first.last)
    // What a recording holds is asked when the point is run.
    try bench.write("other", to: "traces/a.csv")
    #expect(try ids() == first)
    _ = try bench.notebook(parameters, "print(params.alpha + 0)")
    #expect(Set(try ids()).isDisjoint(with: first))
  }

  @Test("The same notebook and recordings elsewhere have the same identities")
  func moved() throws {
    let (bench, path) = try bench()
    let (other, otherPath) = try self.bench()
    let mine = try bench.plan(path, over: ["\(bench.folder)/traces/*.csv"]).plan.points.map(\.id)
    let theirs = try other.plan(otherPath, over: ["\(other.folder)/traces/*.csv"]).plan.points.map(\.id)
    #expect(mine == theirs && mine.count == 3)
  }

  @Test("A file that another of the pattern claims as its truth is not a recording, and that is reported")
  func truths() throws {
    let (bench, path) = try bench()
    for name in ["hand_imu1", "hand_vi1", "other_vi7"] { try bench.write("1", to: "traces/\(name).csv") }
    let (plan, _, notes) = try bench.plan(path, over: ["\(bench.folder)/traces/*.csv"])
    #expect(
      plan.points.map(\.values) == ["a", "b", "c", "hand_imu1", "other_vi7"].map { ["trace=traces/\($0).csv"] })
    #expect(
      notes == ["left out 1 file that belongs to other recordings (truths and mappings): hand_vi1.csv"], "\(notes)")
    // A truth alone was asked for.
    #expect(try bench.plan(path, over: ["\(bench.folder)/traces/*_vi1.csv"]).plan.points.count == 1)
  }

  @Test("Points that are the same are run once, and said")
  func twins() throws {
    let (bench, path) = try bench()
    let (plan, _, notes) = try bench.plan(path, grid: ["alpha=1,1.0,2"])
    #expect(plan.points.count == 2)
    #expect(notes == ["“alpha = 1.0” and “alpha = 1” are the same point, which runs once"])
  }

  @Test("What cannot be planned is refused before anything runs, with what to do")
  func refused() throws {
    let (bench, path) = try bench()
    func message(_ grid: [String] = [], over: [String] = []) -> String {
      do {
        _ = try bench.plan(path, grid: grid, over: over)
        return ""
      } catch { return "\(error)" }
    }
    #expect(message(["alhpa=1"]).contains("did you mean “alpha”?"))
    #expect(message(["alpha=1,x"]).contains("takes a number, not “x”"))
    #expect(message(over: ["\(bench.folder)/none/*.csv"]).contains("no file matches"))
    #expect(message(over: ["n=\(bench.folder)/traces/*.csv"]).contains("does not take text"))
    #expect(message(["trace=a"], over: ["\(bench.folder)/traces/*.csv"]).contains("given more than once"))
    #expect(message().contains("--grid"))
    let plain = try bench.notebook("  name: x\n  alpha: 1.0", "print(1)", name: "plain.md")
    do {
      _ = try bench.plan(plain, over: ["\(bench.folder)/traces/*.csv"])
      Issue.record("no error")
    } catch { #expect("\(error)".contains("--over NAME=")) }
    #expect(!bench.exists("plots"))
  }

  @Test(
    "A text of dots or slashes names no recording, and stays as it is; what is called so in the notebook's folder does")
  func dots() throws {
    let (bench, _) = try bench()
    let path = try bench.notebook("  point: .\n  up: ..\n  root: /\n  trace: traces/a.csv", "print(params.point)")
    // It was asked which of point, up, root and trace the pattern is for.
    let (plan, _, _) = try bench.plan(path, grid: ["root=/,.,.."], over: ["\(bench.folder)/traces/*.csv"])
    #expect(plan.points.count == 9)
    let roots = plan.points.map { $0.values[0] }
    #expect(roots.count { $0 == "root=/" } == 3, "\(roots)")
    #expect(Set(plan.points.map(\.id)).count == 9)
  }

  @Test("A YAML plan says the same as the command line, with designs and ranges")
  func yaml() throws {
    let (bench, path) = try bench()
    let file = try bench.write(
      """
      notebook: test.md
      design: latin-hypercube
      points: 12
      seed: 3
      parameters:
        alpha: {from: 0.1, to: 10, scale: log}
        n: [1, 2]
      over:
        trace: traces/[ab].csv
      """, to: "plan.yaml")
    let request = try PlanRequest(file: file)
    let folder = Planner.folder(for: request.notebook, output: bench.output)
    let plan = try Planner(request, cacheFolder: GridBench.cache).plan(in: folder).plan
    #expect(plan.points.count == 24)
    let same = try PlanRequest(
      notebook: path, grid: ["alpha=0.1..10 log", "n=1,2"], over: ["trace=\(bench.folder)/traces/[ab].csv"],
      design: "latin-hypercube", points: 12, seed: 3)
    #expect(try Planner(same, cacheFolder: GridBench.cache).plan(in: folder).plan == plan)
  }

  @Test(
    "A YAML plan's mistakes are named with their line",
    arguments: [
      ("notebok: a.md\n", "plan.yaml:1:1: error: unknown key “notebok”"),
      ("notebook: a.md\nparameters:\n  alpha: 3\n", "plan.yaml:3:10: error: “alpha” must be a list"),
      ("notebook: a.md\npoints: many\n", "plan.yaml:2:9: error: “points” must be a whole number"),
      ("notebook: a.md\nparameters:\n  a: {from: 1, to: 2, scal: log}\n", "plan.yaml:3:23: error: unknown key"),
      ("points: 3\n", "plan.yaml: error: “notebook” must be a file"),
      ("notebook: [\n", "plan.yaml:2:1: error: broken YAML"),
    ])
  func yamlMistakes(yaml: String, message: String) throws {
    let bench = try GridBench()
    let file = try bench.write(yaml, to: "plan.yaml")
    do {
      _ = try PlanRequest(file: file)
      Issue.record("no error")
    } catch {
      #expect("\(error)".replacing("\(bench.folder)/", with: "").hasPrefix(message), "\(error)")
    }
  }

  @Test("Shards take every point once; points are found by number, identity and folder")
  func shards() throws {
    let (bench, path) = try bench()
    let plan = try bench.plan(path, grid: ["alpha=1..10/10"]).plan
    for count in [1, 3, 10, 14] {
      #expect(try (1...count).flatMap { try plan.shard("\($0)/\(count)") }.sorted() == Array(0..<10))
    }
    for text in ["0/3", "4/3", "1", "a/b", "1/0", "-1/3", "1/2/3"] {
      #expect(throws: GridError(.badShard(text))) { try plan.shard(text) }
    }
    let point = plan.points[4]
    #expect(try [point.id, String(point.id.prefix(12)), point.folder, "5"].map(plan.index) == [4, 4, 4, 4])
    for name in ["11", "0", "zz", ""] { #expect(throws: GridError(.noPoint(name))) { try plan.index(of: name) } }
  }

  @Test("What is no plan is refused, whatever it is", arguments: ["", "{}", "[]", "{\"format\": 99}", "\u{0}"])
  func broken(text: String) throws {
    let bench = try GridBench()
    try bench.write(text, to: "grid/plan.json")
    #expect(throws: GridError.self) { try GridPlan.read("\(bench.folder)/grid") }
    #expect(throws: GridError(.noPlan, file: "\(bench.folder)/none/plan.json")) {
      try GridPlan.read("\(bench.folder)/none/plan.json")
    }
  }
}
