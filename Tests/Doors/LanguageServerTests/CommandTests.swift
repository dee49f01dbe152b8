import CodeHelp
import Foundation
import LoopbackClient
import Testing

/// What an editor can have done next to edits.
@Suite(.serialized) struct CommandTests {
  /// Three cells, in lines 3, 8 and 13, each of which leaves a file.
  private static let text =
    "---\nnotebook: {}\n---\n"
    + ["a", "b", "c"].map {
      "```swift\nimport Foundation\ntry Data().write(to: URL(fileURLWithPath: \"\($0)\"))\n```\n"
    }
    .joined(separator: "\n")

  private func exists(_ name: String, _ client: EditorClient, within seconds: Double) async -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      if FileManager.default.fileExists(atPath: "\(client.folder)/\(name)") { return true }
      try? await Task.sleep(for: .milliseconds(50))
    }
    return false
  }

  /// What a conversation gives that is waited for on its own thread: the preview needs those of the tests.
  private func waiting<Answer: Sendable>(_ conversation: @escaping @Sendable () -> Answer) async -> Answer {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: conversation()) }
    }
  }

  /// What a page's address answers; nil where nobody does.
  private func page(_ address: String) -> String? {
    guard let url = URL(string: address), let port = url.port, let line = try? RawLine(port: UInt16(port)) else {
      return nil
    }
    line.send("GET \(url.path)/ HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n")
    let answer = line.rest()
    return answer.isEmpty ? nil : answer
  }

  @Test func runToHereRunsTheCellsUpToALineAndNoOther() async throws {
    let client = try EditorClient()
    await waiting { _ = client.initialize() }
    try client.save(Self.text)
    client.open(Self.text)
    let answer = await waiting { client.execute("gimbal.runToHere", ["line": 9]) }
    #expect(
      answer?["result"]?["address"]?.string?.hasPrefix("http://127.0.0.1:") == true, "\(String(describing: answer))")
    #expect(await exists("b", client, within: 300))
    #expect(await exists("a", client, within: 1))
    #expect(await !exists("c", client, within: 2))
    // The same preview goes on.
    let further = await waiting { client.execute("gimbal.runToHere", ["line": 13]) }
    #expect(further?["result"]?["address"] == answer?["result"]?["address"])
    #expect(await exists("c", client, within: 300))
    #expect(await waiting { client.end() } == 0)
  }

  @Test func theReportBehindRunToHereRunsTheRest() async throws {
    let client = try EditorClient()
    await waiting { _ = client.initialize() }
    try client.save(Self.text)
    client.open(Self.text)
    _ = await waiting { client.execute("gimbal.runToHere", ["line": 4]) }
    #expect(await exists("a", client, within: 300))
    #expect(await !exists("b", client, within: 1))
    _ = await waiting { client.execute("gimbal.showReport") }
    #expect(await exists("c", client, within: 300))
    #expect(await waiting { client.end() } == 0)
  }

  @Test(arguments: [true, false])
  func showReportRunsAllAndShowsThePage(showsPages: Bool) async throws {
    let client = try EditorClient()
    await waiting { _ = client.initialize(showsPages: showsPages) }
    try client.save(Self.text)
    client.open(Self.text)
    let answer = await waiting { client.execute("gimbal.showReport") }
    let address = try #require(answer?["result"]?["address"]?.string)
    #expect(await exists("c", client, within: 300))
    #expect(await waiting { page(address) }?.contains("<html") == true)
    // Asked once more, the page is shown once more.
    let again = await waiting { client.execute("gimbal.showReport") }
    #expect(again?["result"] == answer?["result"])
    let told = await waiting {
      while client.told.count < 2, let message = client.receive() { client.note(message) }
      return client.told
    }
    #expect(told.count == 2)
    for message in told {
      if showsPages {
        #expect(message["method"]?.string == "window/showDocument")
        #expect(message["params"] == ["uri": .text(address), "external": true])
      } else {
        #expect(message["method"]?.string == "window/showMessage")
        #expect(message["params"]?["message"]?.string?.contains(address) == true)
      }
    }
    // A document that is closed has no report.
    client.closeDocument()
    let isGone = await waiting {
      let end = ContinuousClock.now + .seconds(300)
      while page(address) != nil, ContinuousClock.now < end { Thread.sleep(forTimeInterval: 0.05) }
      return page(address) == nil
    }
    #expect(isGone)
    #expect(await waiting { client.end() } == 0)
  }

  @Test func whatCannotBeDoneIsSaid() throws {
    let client = try EditorClient()
    client.initialize()
    client.open(Self.text)
    #expect(client.execute("gimbal.fly")?["error"]?["message"]?.string?.contains("gimbal.runToHere") == true)
    #expect(client.execute("gimbal.runToHere")?["error"]?["code"]?.int == -32_602)
    // It was never saved.
    #expect(client.execute("gimbal.showReport")?["error"]?["code"]?.int == -32_803)
    client.open("# A letter\n", as: "letter.md")
    #expect(client.execute("gimbal.showReport", of: "letter.md")?["result"] == .null)
    #expect(client.end() == 0)
  }

  @Test func lensesOfferTheCommandsWhereTheyMeanSomething() throws {
    let client = try EditorClient()
    client.initialize()
    client.open(Self.text.replacing("```swift\nimport", with: "```swift\n//| eval: false\nimport", maxReplacements: 1))
    let lenses = client.ask("textDocument/codeLens", line: 0, character: 0)?.elements ?? []
    let found = lenses.map {
      [$0["command"]?["command"]?.string, $0["range"]?["start"]?["line"]?.int.map(String.init)]
    }
    // The first cell does not run.
    #expect(found == [["gimbal.showReport", "0"], ["gimbal.runToHere", "9"], ["gimbal.runToHere", "14"]])
    #expect(lenses.last?["command"]?["arguments"] == [["uri": client.uri(), "line": 14]])
    #expect(client.end() == 0)
  }
}
