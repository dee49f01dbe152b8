import Basics
import Rotations
import Testing

@Suite struct ArrayTests {
  @Test(arguments: [0, 1, 2, 7, 1000])
  func arraysAreTreatedElementByElement(_ count: Int) throws {
    var random = SeededRandom(seed: 70)
    let (p, q) = (random.rotations(count), random.rotations(count))
    let vectors = (0..<count).map { _ in random.vector(10) }
    let one = random.rotation()

    let (turned, products, images) = (
      one.act(on: vectors), try Quaternion.products(p, q), try Quaternion.act(p, on: vectors)
    )
    #expect(turned.count == count && products.count == count && images.count == count)
    for i in 0..<count {
      expectClose(turned[i], one.act(on: vectors[i]), 1e-13)
      #expect(products[i] == p[i] * q[i])
      #expect(images[i] == p[i].act(on: vectors[i]))
      #expect(Quaternion.inverses(p)[i] == p[i].inverse)
    }
  }

  @Test func memoryIsUsedAgain() throws {
    var random = SeededRandom(seed: 71)
    let (p, q) = (random.rotations(100), random.rotations(100))
    let vectors = (0..<100).map { _ in random.vector() }
    var (products, images) = ([Quaternion](repeating: .identity, count: 100), [Vector3](repeating: .zero, count: 100))
    let before = (address(products), address(images))
    try Quaternion.products(p, q, into: &products)
    try Quaternion.act(p, on: vectors, into: &images)
    #expect(try products == Quaternion.products(p, q))
    #expect(try images == Quaternion.act(p, on: vectors))
    p[0].act(on: vectors, into: &images)
    #expect(images == p[0].act(on: vectors))
    #expect(before == (address(products), address(images)))
  }

  @Test func anotherSizeIsReplaced() throws {
    var random = SeededRandom(seed: 72)
    var products = random.rotations(3)
    try Quaternion.products(random.rotations(5), random.rotations(5), into: &products)
    #expect(products.count == 5)
  }

  @Test func slerpOverAnArrayIsSlerp() {
    var random = SeededRandom(seed: 73)
    let (p, q) = (random.rotation(), random.rotation())
    let t = (0...20).map { Double($0) / 20 }
    for (fraction, attitude) in zip(t, p.slerp(to: q, t)) { #expect(attitude == p.slerp(to: q, fraction)) }
  }

  @Test func arraysOfDifferentLengthsAreRefused() {
    var random = SeededRandom(seed: 74)
    let (three, two) = (random.rotations(3), random.rotations(2))
    #expect(throws: RotationError.countMismatch(argument: "right", count: 2, expected: 3)) {
      try Quaternion.products(three, two)
    }
    #expect(throws: RotationError.countMismatch(argument: "vectors", count: 0, expected: 2)) {
      try Quaternion.act(two, on: [])
    }
  }

  private func address<T>(_ array: [T]) -> Int {
    array.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
  }
}
