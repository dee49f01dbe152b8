import Foundation
import Testing

@testable import Grading

@Suite struct CalledNameTests {
  @Test(
    arguments: [
      (
        "Rotations.Quaternion.act(on: Swift.SIMD3<Swift.Double>) -> Swift.SIMD3<Swift.Double>", "Rotations",
        "Quaternion.act"
      ),
      (
        "static Rotations.Quaternion.* infix(Rotations.Quaternion, Rotations.Quaternion) -> Rotations.Quaternion",
        "Rotations", "Quaternion.*"
      ),
      ("Rotations.Quaternion.inverse.getter : Rotations.Quaternion", "Rotations", "Quaternion.inverse"),
      ("Rotations.Quaternion.init(w: Swift.Double) -> Rotations.Quaternion", "Rotations", "Quaternion"),
      (
        "(extension in Rotations):Swift.SIMD3< where A == Swift.Double>.cross(Swift.SIMD3<Swift.Double>) -> Swift.Double",
        "Rotations", "Vector3.cross"
      ),
      (
        "dispatch thunk of Stabilization.Scheme.advance(_: Stabilization.State, by: Swift.Double) -> ()",
        "Stabilization", "Scheme.advance"
      ),
      (
        "static Stabilization.Scheme.exponential(rate: Swift.Double) -> Stabilization.ExponentialDamping",
        "Stabilization", "Scheme.exponential"
      ),
      ("default argument 1 of Rotations.slerp(Swift.Double, Swift.Double) -> Swift.Double", "Rotations", "slerp"),
    ]) func `a symbol names what is called`(_ text: String, _ module: String, _ path: String) throws
  {
    let name = try #require(CalledName(demangled: text))
    #expect(name.module == module && name.words == path)
  }

  @Test(
    arguments: [
      "type metadata accessor for Rotations.Quaternion", "nominal type descriptor for Rotations.Quaternion",
      "lazy protocol witness table accessor for type Rotations.Quaternion and conformance Rotations.Quaternion : Swift.Hashable in Rotations",
    ]) func `data about a type is not a call`(_ text: String)
  { #expect(CalledName(demangled: text) == nil) }

  @Test func `a list allows a type with all of it, or one member`() throws {
    let act = try #require(CalledName(demangled: "Rotations.Quaternion.act(on: X) -> Y"))
    #expect(act.isAllowed(by: ["Quaternion"]))
    #expect(act.isAllowed(by: ["Quaternion.act"]))
    #expect(!act.isAllowed(by: ["Quaternion.inverse", "Vector3"]))
    #expect(!act.isAllowed(by: []))
    let made = try #require(CalledName(demangled: "Rotations.Quaternion.init(w: Swift.Double) -> Rotations.Quaternion"))
    #expect(made.isAllowed(by: ["Quaternion.init"]) && !act.isAllowed(by: ["Quaternion.init"]))
  }

  @Test func `symbols of this program's own kind are demangled, and others are not`() {
    #expect(
      Demangling.words("$s9Rotations10QuaternionV3act2ons5SIMD3VySdGAH_tF")?.hasPrefix("Rotations.Quaternion.act")
        == true)
    #expect(Demangling.words("malloc") == nil)
  }

  @Test func `a damaged library is no library, wherever it is cut or changed`() throws {
    let path = "/proc/self/exe"
    let whole = try #require(FileManager.default.contents(atPath: path))
    guard let symbols = LibrarySymbols(whole.prefix(64 << 20)) else { return }
    #expect(!symbols.wanted.isEmpty && !symbols.held.isEmpty)
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20 {
      var bytes = Data(whole.prefix(Int.random(in: 0..<4096, using: &random)))
      for _ in 0..<8 where !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255)
      }
      _ = LibrarySymbols(bytes)
    }
    #expect(LibrarySymbols(Data()) == nil)
  }
}
