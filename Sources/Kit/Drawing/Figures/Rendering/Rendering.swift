internal import Basics
import Foundation

/// One call of the renderer: scripts into its own folder, one gnuplot, finished files into the folder asked for.
struct Rendering {
  let renderer: FigureRenderer
  let jobs: [FigureRenderer.Job]
  let folder: URL

  /// A script of a job, and where it runs.
  private struct Task {
    var job: Int
    var script: FigureScript
    var name: String
  }

  func run() -> [Result<[URL], FigureError.InFigure>] {
    var failures: [Int: FigureError] = [:]
    var finished: [Int: [URL]] = [:]
    var gnuplot = renderer.waiting?.take()
    let workplace = gnuplot?.folder ?? renderer.workplace ?? FileManager.default.temporaryDirectory
    let work = workplace.appendingPathComponent("gimbal-figures-\(UUID().uuidString)", isDirectory: true)
    defer {
      gnuplot?.discard()
      try? FileManager.default.removeItem(at: work)
    }
    var tasks: [Task] = []
    for (index, job) in jobs.enumerated() {
      do {
        tasks += try prepare(job, index: index, in: work)
      } catch {
        failures[index] = error
      }
    }
    var outputs: [Int: [(FigureFormat, Data)]] = [:]
    for start in stride(from: 0, to: tasks.count, by: Rendering.tasksPerProcess) {
      let some = Array(tasks[start..<min(start + Rendering.tasksPerProcess, tasks.count)])
      do throws(FigureError) {
        let running = if let gnuplot { gnuplot } else { try RunningGnuplot(renderer, in: work) }
        let entry = gnuplot == nil ? "" : "cd '\(work.lastPathComponent)'\n"
        gnuplot = nil
        let (status, errors) = try running.finish(entry + commands(some), for: renderer)
        for (task, message) in zip(some, Rendering.messages(in: errors, count: some.count))
        where failures[task.job] == nil {
          do {
            outputs[task.job, default: []].append((task.script.format, try output(task, message, status, in: work)))
          } catch {
            failures[task.job] = error
          }
        }
      } catch {
        // gnuplot itself failed: none of these has a figure.
        for task in some where failures[task.job] == nil { failures[task.job] = error }
      }
    }
    for (index, files) in outputs where failures[index] == nil {
      do {
        finished[index] = try write(files, label: jobs[index].label)
      } catch {
        failures[index] = error
      }
    }
    return jobs.enumerated().map { index, job in
      if let error = failures[index] { return .failure(FigureError.InFigure(label: job.label, error: error)) }
      return .success(finished[index] ?? [])
    }
  }

  /// This many commands fit into a pipe: they are all written before anything is read.
  private static let tasksPerProcess = 200

  // MARK: Before

  private func prepare(_ job: FigureRenderer.Job, index: Int, in work: URL) throws(FigureError) -> [Task] {
    try Rendering.check(label: job.label)
    let scripts = try job.figure.scripts(for: job.formats, size: job.size, appearance: job.appearance)
    let place = work.appendingPathComponent("\(index)", isDirectory: true)
    do {
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      if let first = scripts.first {
        try PlainFile.write(first.data, to: place.appendingPathComponent(FigureScript.dataFile).path)
      }
      for script in scripts {
        // The mark at the end tells a finished script from one that gnuplot gave up.
        let text = script.text + "print '\(Rendering.mark) finished'\n"
        try PlainFile.write(
          Data(text.utf8), to: place.appendingPathComponent("\(script.format.rawValue).gp").path)
      }
    } catch {
      throw .notWritable(path: place.path, reason: SystemReason.words(error))
    }
    return scripts.map { Task(job: index, script: $0, name: "\(index)") }
  }

  private static func check(label: String) throws(FigureError) {
    let isFine = label.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil || "-_.".unicodeScalars.contains(scalar)
    }
    guard isFine, !label.isEmpty, !label.hasPrefix("."), label.utf8.count <= 200 else { throw .label(label) }
  }

  private static let mark = "gimbal-figure"

  /// Loads one script after the other. An error ends a script, not gnuplot, so the next one starts from fresh settings.
  private func commands(_ tasks: [Task]) -> String {
    tasks.map { task in
      "cd '\(task.name)'\nload '\(task.script.format.rawValue).gp'\n"
        + "unset multiplot\nunset output\nreset session\ncd '..'\nprint '\(Rendering.mark) next'\n"
    }.joined()
  }

  // MARK: After

  /// What gnuplot said about each script; `nil` for a script that ran to its end.
  static func messages(in errors: String, count: Int) -> [String?] {
    var messages: [String?] = []
    var current = ""
    var isFinished = false
    for line in errors.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "\(mark) finished" {
        isFinished = true
      } else if line == "\(mark) next" {
        messages.append(isFinished ? nil : trimmed(current))
        (current, isFinished) = ("", false)
      } else {
        current += line + "\n"
      }
    }
    while messages.count < count { messages.append(trimmed(current)) }
    return messages
  }

  /// What gnuplot said unasked.
  static func withoutMarks(_ errors: String) -> String {
    trimmed(errors.split(separator: "\n").filter { !$0.hasPrefix("\(mark) ") }.joined(separator: "\n"))
  }

  private static func trimmed(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
      .joined(separator: "\n")
  }

  private func output(_ task: Task, _ message: String?, _ status: Int32, in work: URL) throws(FigureError) -> Data {
    if let message { throw .gnuplotFailed(status: status, message: message) }
    let job = jobs[task.job]
    let path = work.appendingPathComponent(task.name).appendingPathComponent("figure.\(task.script.format.rawValue)")
    guard let data = try? Data(contentsOf: path), !data.isEmpty else {
      throw .noOutput(format: task.script.format.rawValue, message: "")
    }
    switch task.script.format {
    case .svg:
      let finished = ScalableGraphic.finish(
        String(decoding: data, as: UTF8.self), label: job.label, seriesNames: task.script.seriesNames,
        alternative: job.alternative,
        size: job.size ?? job.figure.naturalSize, font: job.figure.font, appearance: job.appearance)
      guard let finished else { throw .noOutput(format: "svg", message: "the file is not what gnuplot 5.4 writes") }
      return Data(finished.utf8)
    case .pdf: return Rendering.undated(data)
    case .png: return data
    }
  }

  /// The same figure should be the same file tomorrow: the date of a PDF becomes 1970, in the same number of bytes. From
  /// cairo 1.18 on the date lies in a compressed object, where it stays.
  static func undated(_ pdf: Data) -> Data {
    var result = pdf
    guard let key = result.range(of: Data("/CreationDate (D:".utf8)) else { return result }
    let epoch = Array("19700101000000".utf8)
    guard key.upperBound + epoch.count <= result.endIndex else { return result }
    result.replaceSubrange(key.upperBound..<key.upperBound + epoch.count, with: epoch)
    return result
  }

  /// Writes all files of a figure, each under a temporary name that then becomes its own.
  private func write(_ files: [(FigureFormat, Data)], label: String) throws(FigureError) -> [URL] {
    var written: [(temporary: URL, final: URL)] = []
    defer { for file in written { try? FileManager.default.removeItem(at: file.temporary) } }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (format, data) in files {
        let final = folder.appendingPathComponent("\(label).\(format.rawValue)")
        let temporary = folder.appendingPathComponent(".\(label).\(UUID().uuidString).\(format.rawValue)")
        written.append((temporary, final))
        try PlainFile.write(data, to: temporary.path)
      }
    } catch {
      throw .notWritable(path: folder.path, reason: SystemReason.words(error))
    }
    for file in written where rename(file.temporary.path, file.final.path) != 0 {
      throw .notWritable(path: file.final.path, reason: SystemReason.words(errno))
    }
    return written.map(\.final)
  }

}
