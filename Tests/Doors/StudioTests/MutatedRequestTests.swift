import Foundation
import Inertial
import LocalServer
import LoopbackClient
import TestTiers
import Testing

@testable import PhoneLink
@testable import Studio

/// Takes bytes apart and puts them together wrongly.
struct Mutator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 | 1 }

  mutating func next(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return limit > 0 ? Int(state % UInt64(limit)) : 0
  }

  private static let pieces = [
    "null", "NaN", "1e999", "-1e999", "[[[[", "}", "\u{0}", "\"", "-0", "18446744073709551616", "\\u0000", "true",
    "../", "%2e%2e/",
    "\r\n", "\r\n\r\n", "Content-Length: 7\r\n", "Host: evil\r\n", "é", "\"m\"", "\"o\"", ",,", "1e-400", "00", " ",
    "1e-300", "5e-324", "1e10", "1e308", "-1e308",
  ].map { Array($0.utf8) }

  mutating func mutate(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...next(3) {
      let place = next(bytes.count + 1)
      switch next(6) {
      case 0 where !bytes.isEmpty: bytes[next(bytes.count)] = UInt8(next(256))
      case 1: bytes.insert(contentsOf: Self.pieces[next(Self.pieces.count)], at: place)
      case 2: bytes.removeSubrange(place..<min(bytes.count, place + next(20)))
      case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + next(40))], at: next(bytes.count + 1))
      case 4: bytes.replaceSubrange(place..<min(bytes.count, place + 3), with: Self.pieces[next(Self.pieces.count)])
      default: bytes = Array(bytes.prefix(place))
      }
    }
    return bytes
  }
}

@Suite("A hundred thousand mutated messages at both listeners: none fatal, none accepted that says nonsense")
struct MutatedRequestTests {
  @Test("Batches: what is taken is within bounds, and what is refused is refused in words")
  func batches() throws {
    let whole = Array(try Samples.json(Samples.batch(Samples.events(.apple, count: 3).events)))
    var taken = 0
    for seed in 0..<Tier.count(8_000, proof: 40_000) {
      var mutator = Mutator(seed: UInt64(seed))
      do throws(PhoneError) {
        let batch = try PhoneBatch(json: Data(mutator.mutate(whole)))
        taken += 1
        #expect(batch.events.count <= PhoneBatch.largestCount && batch.first >= 0)
        for event in batch.events {
          #expect(event.time.isFinite && event.time >= 0 && event.time <= 1e10)
          guard case .motion(let motion) = event else { continue }
          #expect(motion.accelerationIncludingGravity.components.allSatisfy { abs($0) <= 1000 })
        }
      } catch {
        #expect(!"\(error)".isEmpty)
      }
    }
    // Digits may change and leave a batch a batch; most mutants are not batches.
    #expect(taken < 20_000)
  }

  @Test("The phone's requests: without the very key nothing is taken, and every answer is an answer")
  func phoneRequests() throws {
    let door = PhoneDoor()
    let key = try door.join(token: door.invite())
    let lock = NSLock()
    nonisolated(unsafe) var taken: [PhoneBatch] = []
    let service = PhoneService(door: door) { batch in
      lock.withLock { taken.append(batch) }
      return .init(next: 0, isRecording: false)
    }
    let requests = RequestGuard(secureHosts: ["127.0.0.1:4000"])
    let body = String(decoding: try Samples.json(Samples.batch(Samples.events(.apple, count: 1).events)), as: UTF8.self)
    let text =
      "POST /events HTTP/1.1\r\nHost: 127.0.0.1:4000\r\nOrigin: https://127.0.0.1:4000\r\nAuthorization: Bearer \(key)\r\n"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    for seed in 0..<Tier.count(8_000, proof: 40_000) {
      var mutator = Mutator(seed: UInt64(seed) &+ 1_000_000)
      var buffer = Data(mutator.mutate(Array(text.utf8)))
      do throws(StrictRequest.Fault) {
        guard let request = try StrictRequest.take(from: &buffer, largestBody: PhoneBatch.largestSize) else { continue }
        let (host, origin) = (request.headers["host"], request.headers["origin"])
        guard case .allowed(let resource) = requests.verdict(path: request.path, host: host, origin: origin) else {
          continue
        }
        let before = lock.withLock { taken.count }
        let reply = service.answer(request, resource)
        #expect([200, 400, 403, 404, 429, 507].contains(reply.status))
        let isOurs =
          request.headers["authorization"] == "Bearer \(key)" && request.headers["host"] == "127.0.0.1:4000"
          && request.path == "/events" && request.method == "POST"
        if lock.withLock({ taken.count }) > before { #expect(isOurs && reply.status == 200) }
      } catch {
        #expect((400..<500).contains(error.status))
      }
    }
  }

  @Test("The studio's requests: mutated paths and bodies give an answer and leave the folder's other files alone")
  func studioRequests() async throws {
    let bench = try StudioBench()
    let outside = try bench.write("outside", to: "../outside-\(UUID().uuidString).md")
    defer { try? FileManager.default.removeItem(atPath: outside) }
    let requests: [(String, String, String)] = [
      ("GET", "notebooks", ""), ("POST", "letters/recognise", #"{"strokes":[[[0,0,0],[50,80,0.1],[100,0,0.2]]]}"#),
      ("POST", "attitude", #"{"kind":"matrix","values":[1,0,0,0,1,0,0,0,1]}"#),
      ("GET", "calibration", ""), ("POST", "calibration/start", #"{"fresh":true}"#), ("POST", "calibration/stop", "{}"),
      ("POST", "calibration/save", #"{"name":"a","replacing":true}"#), ("POST", "calibration/discard", "{}"),
      ("POST", "attitude", #"{"kind":"slerp","values":[1,0,0,0,0,1,0,0],"t":0.5}"#),
      ("POST", "motion/schemes", #"[{"kind":"exponential","values":{"rate":2}},{"kind":"rest","values":{}}]"#),
      (
        "POST", "motion/take",
        String(decoding: try Samples.json(Samples.batch(Samples.events(.apple, count: 2).events)), as: UTF8.self)
      ),
      ("POST", "recordings/save/abc", #"{"name":"x","from":0,"to":1}"#), ("GET", "recordings/outline/abc", ""),
      ("GET", "assets/studio.js", ""), ("GET", "editor/lib/codemirror.js", ""), ("GET", "letters/training-log.csv", ""),
      ("POST", "notebooks", #"{"name":"new","recording":"a.csv"}"#), ("GET", "notebooks/0123456789abcdef/text", ""),
    ]
    for seed in 0..<Tier.count(4_000, proof: 20_000) {
      var mutator = Mutator(seed: UInt64(seed) &+ 2_000_000)
      let (method, path, body) = requests[mutator.next(requests.count)]
      let isPath = mutator.next(2) == 0
      let changed = isPath ? String(decoding: mutator.mutate(Array(path.utf8)), as: UTF8.self) : path
      let data = isPath ? Data(body.utf8) : Data(mutator.mutate(Array(body.utf8)))
      let response = bench.routes.answer(StrictRequest(method, changed, body: data), changed)
      #expect((200..<600).contains(response.status) && response.status != 500)
    }
    #expect(try String(contentsOfFile: outside, encoding: .utf8) == "outside")
    for file in try FileManager.default.contentsOfDirectory(atPath: bench.folder) {
      #expect(["traces", "letters"].contains(file) || file.hasSuffix(".md"), "\(file)")
    }
  }
}
