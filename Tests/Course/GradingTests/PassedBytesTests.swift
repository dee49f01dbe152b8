import JudgedCalls
import Rotations
import Testing

/// Values on their way between processes.
@Suite struct PassedBytesTests {
  private func passed<Value: PassedValue>(_ value: Value) throws -> Value {
    var bytes = PassedBytes()
    value.pass(to: &bytes)
    var read = PassedBytes(bytes.bytes)
    let result = try Value(passed: &read)
    #expect(read.isAtEnd)
    return result
  }

  @Test func `what goes in comes out`() throws {
    #expect(try passed(-1.5e300) == -1.5e300)
    #expect(try passed(Double.nan).isNaN)
    #expect(try passed(Int.min) == Int.min)
    #expect(try passed(true))
    #expect(try passed("−½ “ö” \u{0}") == "−½ “ö” \u{0}")
    #expect(try passed([[1.0], [], [2, 3]]) == [[1.0], [], [2, 3]])
    #expect(try passed([Optional("a"), nil]) == ["a", nil])
    #expect(try passed(["a": 1, "b": 2]) == ["a": 1, "b": 2])
    #expect(try passed(Vector3(1, 2, 3)) == Vector3(1, 2, 3))
    let q = Quaternion(w: 0.5, x: 0.5, y: -0.5, z: 0.5)
    #expect(try passed(q) == q)
    #expect(try passed(Matrix3.diagonal(1, 2, 3)) == Matrix3.diagonal(1, 2, 3))
    #expect(try passed(RotationMatrix(q)) == RotationMatrix(q))
  }

  @Test func `another type is an error, and so is a length that is not there`() throws {
    var bytes = PassedBytes()
    3.pass(to: &bytes)
    #expect(throws: PassError.otherType) {
      var read = bytes
      return try Double(passed: &read)
    }
    // A list of more elements than bytes.
    var long = PassedBytes([5] + [UInt8](repeating: 255, count: 8))
    #expect(throws: PassError.endsEarly) { try [Double](passed: &long) }
    var text = PassedBytes([4, 200, 0, 0, 0, 0, 0, 0, 0, 65])
    #expect(throws: PassError.endsEarly) { try String(passed: &text) }
  }

  @Test func `random bytes never trap, and what is read is written again as it came`() throws {
    var state: UInt64 = 7
    func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
    for _ in 0..<20_000 {
      let count = Int(next() % 50)
      let bytes = (0..<count).map { index in
        index % 9 == 0
          ? UInt8(next() % 10) : index % 9 == 1 ? UInt8(next() % 4) : next() % 3 == 0 ? UInt8(next() & 255) : 0
      }
      func tries<Value: PassedValue>(_ type: Value.Type) {
        var read = PassedBytes(bytes)
        guard let value = try? Value(passed: &read) else { return }
        var written = PassedBytes()
        value.pass(to: &written)
        #expect(Array(bytes.prefix(written.bytes.count)) == written.bytes)
      }
      tries(Double.self)
      tries(String.self)
      tries([Double].self)
      tries([[String?]].self)
      tries(Vector3.self)
      tries(Bool?.self)
    }
  }
}
