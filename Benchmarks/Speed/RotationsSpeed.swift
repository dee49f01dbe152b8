import Basics
import BenchmarkHarness
import Rotations

/// Nanoseconds per item over a million rotations or vectors; `new` allocates the result as the peers do, `into` writes it
/// to memory that is there.
func rotationsSpeed() throws -> [Measurement] {
  let count = 1_000_000
  var random = SystemRandomNumberGenerator()
  // Through the library once, so that the inputs lie in memory as its results do.
  func attitudes() -> [Quaternion] { Quaternion.inverses((0..<count).map { _ in Quaternion.random(using: &random) }) }
  let (p, q) = (attitudes(), attitudes())
  let vectors = try Quaternion.act(p, on: [Vector3](repeating: Vector3(1, 2, 3), count: count))
  let (one, near) = (p[0], p.map { Quaternion(rotationVector: 0.3 * $0.vector) })
  let times = (0..<count).map { _ in random.uniform(0...100) }.sorted()
  let path = try SlerpPath(times: (0...100).map(Double.init), attitudes: Array(p[...100]))
  var (products, images) = (Quaternion.inverses(p), one.act(on: vectors))

  let peers = peerFigures("rotations_speed.py")
  func row(_ name: String, _ peer: String?, _ bar: String, _ body: () throws -> Void) -> Measurement {
    let ours = nanosecondsPerItem(items: count) { try? body() }
    let theirs = peer.flatMap { peer in
      peers[peer].map { Timing(samples: [peers["\(peer) min"] ?? $0, $0, $0]) }
    }
    return Measurement(name, unit: "ns/item", ours: ours, peer: theirs == nil ? nil : peer, theirs: theirs, bar: bar)
  }
  // A thousand pairs stay in the cache: what the arithmetic alone costs.
  let (fewP, fewQ) = (Array(p[..<1000]), Array(q[..<1000]))
  var fewProducts = fewP
  return [
    row("product of pairs, in cache", "product cached numpy-quaternion", "–") {
      for _ in 0..<1000 { try Quaternion.products(fewP, fewQ, into: &fewProducts) }
    },
    row("product of pairs, new", "product numpy-quaternion", "ratio ≥ 1") { consume(try Quaternion.products(p, q)) },
    row("product of pairs, into", "product into numpy-quaternion", "–") {
      try Quaternion.products(p, q, into: &products)
    },
    row("product of pairs, new", "product scipy", "–") { consume(try Quaternion.products(p, q)) },
    row("one rotation, many vectors, new", "one scipy", "ratio ≥ 1") { consume(one.act(on: vectors)) },
    row("one rotation, many vectors, into", "one numpy-quaternion", "–") { one.act(on: vectors, into: &images) },
    row("many rotations, many vectors, new", "many scipy", "ratio ≥ 5") {
      consume(try Quaternion.act(p, on: vectors))
    },
    row("many rotations, many vectors, into", "many scipy", "–") {
      try Quaternion.act(p, on: vectors, into: &images)
    },
    row("mean", "mean scipy", "ratio ≥ 2") { consume(try Quaternion.average(of: near)) },
    row("slerp along a path", "slerp scipy", "ratio ≥ 10") { consume(try path.attitudes(at: times)) },
  ]
}
