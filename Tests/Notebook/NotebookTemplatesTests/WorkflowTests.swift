import Foundation
import NotebookBench
import Testing
import Yams

@testable import NotebookTemplates
@testable import Processes

@Suite("The workflow that `gimbal new --ci` writes")
struct WorkflowTests {
  /// The parts of a workflow that the tests look at.
  private struct Workflow: Decodable {
    struct Step: Decodable {
      var name: String?
      var uses: String?
      var run: String?
      var condition: String?

      enum CodingKeys: String, CodingKey {
        case name, uses, run
        case condition = "if"
      }
    }
    struct Container: Decodable { var image, options: String }
    struct Job: Decodable {
      var steps: [Step]
      var container: Container?
      var needs: String?
      var permissions: [String: String]?
    }
    var permissions: [String: String]
    var env: [String: String]
    var jobs: [String: Job]
  }

  private func workflow(folder: String = ".", image: String? = nil) throws -> Workflow {
    try YAMLDecoder().decode(Workflow.self, from: RepositoryWorkflow.text(folder: folder, image: image))
  }

  @Test(
    "The folder and the image are what was given, whatever they hold",
    arguments: ["notebooks", "my \"own\" notes", "a: b # c", "back\\slash", "ünï", "'quoted'", "- dash", "{a}"])
  func given(word: String) throws {
    let workflow = try workflow(folder: word, image: word)
    #expect(workflow.env["NOTEBOOKS"] == word)
    #expect(workflow.jobs["notebooks"]?.container?.image == word)
  }

  @Test("Without an image the repository's variable names it, as the head explains")
  func variable() throws {
    #expect(try workflow().jobs["notebooks"]?.container?.image == "${{ vars.GIMBAL_IMAGE }}")
    #expect(
      RepositoryWorkflow.text().contains("# - Settings → Secrets and variables → Actions → Variables: GIMBAL_IMAGE"))
    #expect(!RepositoryWorkflow.text(image: "here/gimbal:1").contains("GIMBAL_IMAGE"))
  }

  @Test("Only the job that publishes may write anything, and it runs after the notebooks, on the default branch")
  func rights() throws {
    let workflow = try workflow()
    #expect(workflow.permissions == ["contents": "read"])
    #expect(workflow.jobs.keys.sorted() == ["notebooks", "publish"])
    #expect(workflow.jobs["notebooks"]?.permissions == nil)
    #expect(workflow.jobs["publish"]?.permissions == ["pages": "write", "id-token": "write"])
    #expect(workflow.jobs["publish"]?.needs == "notebooks")
    let conditional = try #require(workflow.jobs["notebooks"]).steps.filter {
      $0.condition?.contains("default_branch") == true
    }
    #expect(conditional.map { $0.name ?? $0.uses } == ["Book", "actions/upload-pages-artifact@v3"])
  }

  @Test("Nothing that somebody else writes becomes a part of a command")
  func injection() throws {
    for step in try #require(try workflow().jobs["notebooks"]).steps {
      #expect(step.run?.contains("${{") != true, "\(step.run ?? "")")
    }
  }

  /// A repository on this machine, in which the workflow's commands run as the runner would run them.
  private struct Runner {
    let desk: BuiltProgram.Desk
    let steps: [String: String]

    init(folder: String) throws {
      desk = try BuiltProgram.Desk()
      let workflow = try YAMLDecoder().decode(Workflow.self, from: RepositoryWorkflow.text(folder: folder))
      let runs = (workflow.jobs["notebooks"]?.steps ?? []).compactMap { step in
        step.run.flatMap { run in step.name.map { ($0, run) } }
      }
      steps = Dictionary(uniqueKeysWithValues: runs)
      try FileManager.default.createDirectory(atPath: "\(desk.folder)/runner", withIntermediateDirectories: true)
    }

    func run(_ step: String, folder: String) throws -> (status: Int32, output: String) {
      let program = URL(fileURLWithPath: BuiltProgram.path).deletingLastPathComponent().path
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      return try Subprocess.run(
        "/bin/bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", try #require(steps[step])], folder: desk.folder,
        variables: [
          "NOTEBOOKS": folder, "RUNNER_TEMP": "\(desk.folder)/runner", "GIMBAL_CACHE": "\(desk.folder)/.gimbal-cache",
          "PATH": "\(program):\(path)",
        ])
    }
  }

  private static let notebook = """
    ---
    title: One
    notebook: {}
    ---
    ```swift
    print(6 * 7)
    ```

    """

  @Test("It finds every notebook and nothing else")
  func finding() throws {
    let runner = try Runner(folder: "notes")
    let files = [
      "notes/one.md": Self.notebook, "notes/b c.md": Self.notebook.replacing("\n", with: "\r\n"),
      "notes/deep/er/ü.md": Self.notebook,
      // Not notebooks: a file that shows what a notebook is, one with another key, one without an end, and one in
      // another folder.
      "notes/README.md": "# Read me\n\n````\n---\nnotebook: {}\n---\n````\n",
      "notes/page.md": "---\ntitle: Page\nmynotebook: {}\n---\nnotebook: no\n",
      "notes/later.md": "---\ntitle: Page\n---\nnotebook: {}\n",
      "notes/plots/one/README.md": Self.notebook, "notes/.hidden/h.md": Self.notebook, "other.md": Self.notebook,
    ]
    for (name, text) in files {
      let folder = URL(fileURLWithPath: "\(runner.desk.folder)/\(name)").deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try runner.desk.write(text, to: name)
    }
    let (status, output) = try runner.run("Find the notebooks", folder: "notes")
    #expect(status == 0, "\(output)")
    #expect(
      runner.desk.read("runner/notebooks").split(separator: "\n").sorted() == [
        "notes/b c.md", "notes/deep/er/ü.md", "notes/one.md",
      ])
    let none = try runner.run("Find the notebooks", folder: "notes/plots/one")
    #expect(none.status == 1 && none.output.contains("::error::There is no notebook in notes/plots/one."))
  }

  @Test(
    "It passes where the results are those that were accepted, fails where they are not, and keeps the report of both",
    .enabled(if: BuiltProgram.isThere))
  func checking() throws {
    let runner = try Runner(folder: ".")
    try runner.desk.write(Self.notebook, to: "my own.md")
    #expect(try runner.run("Find the notebooks", folder: ".").status == 0)
    let unaccepted = try runner.run("Check", folder: ".")
    #expect(unaccepted.status != 0 && unaccepted.output.contains("gimbal check --accept"), "\(unaccepted.output)")
    #expect(try runner.desk.run("check", "--accept", "my own.md").status == 0)
    let same = try runner.run("Check", folder: ".")
    #expect(same.status == 0, "\(same.output)")
    #expect(runner.desk.read("runner/reports/my own/index.html").isEmpty)
    #expect(try runner.run("Reports", folder: ".").status == 0)
    #expect(runner.desk.read("runner/reports/my own/index.html").contains("42"))

    try runner.desk.write(Self.notebook.replacing("6 * 7", with: "6 * 8"), to: "my own.md")
    let changed = try runner.run("Check", folder: ".")
    #expect(changed.status != 0 && changed.output.contains("48"), "\(changed.output)")
    #expect(try runner.run("Reports", folder: ".").status == 0)
    #expect(runner.desk.read("runner/reports/my own/index.html").contains("48"))
  }
}

@Suite("`gimbal new --ci`", .enabled(if: BuiltProgram.isThere, "gimbal is not built"))
struct NewWorkflowTests {
  private let file = RepositoryWorkflow.path

  @Test("It writes the workflow, replaces nobody's file, and with --force does")
  func ownership() throws {
    let desk = try BuiltProgram.Desk()
    try FileManager.default.createDirectory(atPath: "\(desk.folder)/notes", withIntermediateDirectories: true)
    let (status, output) = try desk.run("new", "--ci", "notes", "--image", "here/gimbal:1")
    #expect(status == 0 && output.hasPrefix("\(file)\n"), "\(output)")
    #expect(desk.read(file) == RepositoryWorkflow.text(folder: "notes", image: "here/gimbal:1"))
    // Once more the same is no loss; anything else would be.
    #expect(try desk.run("new", "--ci", "notes", "--image", "here/gimbal:1").status == 0)
    let refused = try desk.run("new", "--ci", "notes")
    #expect(refused.status == 2 && refused.output.contains(file), "\(refused.output)")
    #expect(desk.read(file) == RepositoryWorkflow.text(folder: "notes", image: "here/gimbal:1"))
    #expect(try desk.run("new", "--ci", "notes", "--force").status == 0)
    #expect(desk.read(file) == RepositoryWorkflow.text(folder: "notes"))
  }

  @Test("It is written in a repository's root only, for a folder that is there")
  func root() throws {
    let desk = try BuiltProgram.Desk()
    let (status, output) = try desk.shell("mkdir -p .git deep && cd deep && \"$G\" new --ci")
    #expect(status == 2 && output.contains("root of a repository only"), "\(output)")
    #expect(try desk.shell("ls -A deep").output.isEmpty)
    let missing = try desk.run("new", "--ci", "none")
    #expect(
      missing.status == 2 && missing.output.hasPrefix("none: error: there is no such folder"), "\(missing.output)")
  }

  @Test(
    "What does not go together is refused",
    arguments: [
      ["--ci", "--template", "lab"], ["--image", "a", "n"], ["--ci", "/tmp"], ["--ci", "../.."], [],
    ])
  func together(words: [String]) throws {
    let desk = try BuiltProgram.Desk()
    let (status, output) = try Subprocess.run(BuiltProgram.path, ["new"] + words, folder: desk.folder)
    #expect(status == 2 && output.hasPrefix("Error: "), "\(status): \(output)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: desk.folder).isEmpty)
  }

  @Test("A folder that begins with a dash is not an option of what looks for notebooks")
  func dash() throws {
    let desk = try BuiltProgram.Desk()
    #expect(try desk.shell("mkdir -- -notes && \"$G\" new --ci -- -notes").status == 0)
    #expect(desk.read(file).contains("NOTEBOOKS: \"./-notes\""))
  }
}
