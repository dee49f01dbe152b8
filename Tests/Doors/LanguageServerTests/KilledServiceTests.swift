import CodeHelp
import Foundation
import Processes
import Testing

/// What helps the server may die at any moment: no answer is missing, and none is another.
@Suite(.serialized) struct KilledServiceTests {
  /// The processes that this one has started, also by others of them, with a text in their arguments.
  private func processes(with text: String) -> [pid_t] {
    var parents: [pid_t: pid_t] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
      guard let process = pid_t(name), let data = FileManager.default.contents(atPath: "/proc/\(name)/stat") else {
        continue
      }
      let fields = String(decoding: data, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
      if fields.count > 1 { parents[process] = pid_t(fields[1]) }
    }
    func isOurs(_ process: pid_t) -> Bool {
      guard let parent = parents[process] else { return false }
      return parent == getpid() || parent > 1 && isOurs(parent)
    }
    return parents.keys.filter { process in
      guard isOurs(process), let words = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") else {
        return false
      }
      return String(decoding: words, as: UTF8.self).contains(text)
    }
  }

  @Test(.enabled(if: EditorClient.help != nil, "gimbal is not built"))
  func explanationsComeAlthoughSourceKitIsKilled() throws {
    // Under its own name: those of other tests stay.
    var help = try #require(EditorClient.help)
    let name = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString)"
    try FileManager.default.createSymbolicLink(atPath: name, withDestinationPath: help[0])
    defer { try? FileManager.default.removeItem(atPath: name) }
    help[0] = name
    let client = try EditorClient(help: help)
    client.initialize()
    client.open("---\nnotebook: {}\n---\n```swift\nlet base = 1\n```\n\n```swift\nlet other = base\n```\n")
    #expect(client.diagnostics(version: 1, count: 0) == [])
    let answer = client.ask("textDocument/hover", line: 8, character: 13)
    #expect(answer?["contents"]?["value"]?.string?.contains("let base: Int") == true)
    for _ in 0..<3 {
      let process = try #require(processes(with: name).first)
      #expect(kill(process, SIGKILL) == 0)
      #expect(client.ask("textDocument/hover", line: 8, character: 13) == answer)
    }
    #expect(client.end() == 0)
  }

  @Test func messagesComeAlthoughTheCompilerIsKilled() throws {
    let cache = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString)"
    // A compiler whose server has ended may still be taking its own folder away.
    defer {
      for _ in 0..<6_000 where FileManager.default.fileExists(atPath: cache) {
        try? FileManager.default.removeItem(atPath: cache)
        usleep(50_000)
      }
    }
    let client = try EditorClient(cache: cache)
    client.initialize()
    var killed = 0
    for number in 1...4 {
      client.open("---\nnotebook: {}\n---\n```swift\nlet x = misspelt\(number)\n```\n", as: "\(number).md")
      let end = ContinuousClock.now + .seconds(300)
      while ContinuousClock.now < end {
        // This server's alone.
        let compilers = processes(with: cache)
        if let one = compilers.first, kill(one, SIGKILL) == 0 {
          killed += 1
          break
        }
        if client.diagnostics(of: "\(number).md", version: 1, count: -1, within: 0) != nil { break }
      }
      let found = client.diagnostics(of: "\(number).md", version: 1, count: 1)
      #expect(found?.count == 1)
      #expect(found?.first?["message"]?.string?.hasPrefix("cannot find 'misspelt\(number)' in scope") == true)
    }
    #expect(killed > 0)
    #expect(client.end() == 0)
  }
}
