import Foundation
import NotebookDocument
import Testing

@testable import Grids

@Suite("Designs of grids")
struct DesignTests {
  @Test("Values and ranges are read; lists are separated by semicolons")
  func axes() throws {
    #expect(try GridAxis("alpha=0.5, 1,2").choice == .values(["0.5", "1", "2"]))
    #expect(try GridAxis("list=1,2;3").choice == .values(["1,2", "3"]))
    #expect(
      try GridAxis("alpha=0.1..10/5 log").choice
        == .range(.init(from: 0.1, to: 10, isLogarithmic: true, steps: 5)))
    #expect(try GridAxis("alpha=-1..1").choice == .range(.init(from: -1, to: 1, isLogarithmic: false, steps: nil)))
    // A path with two points is a value.
    #expect(try GridAxis("trace=../a.csv,b.csv").choice == .values(["../a.csv", "b.csv"]))
  }

  @Test("What is no axis is refused", arguments: ["alpha", "=1,2", "alpha=", "alpha=,"])
  func malformed(text: String) {
    #expect(throws: GridError(.malformedGrid(text))) { try GridAxis(text) }
  }

  @Test("Empty ranges are refused", arguments: ["a=2..1", "a=1..1", "a=0..1 log", "a=1..2/1"])
  func emptyRange(text: String) {
    #expect(throws: GridError.self) { try GridAxis(text) }
  }

  @Test("A full grid has every combination, the last axis fastest; both ends of a range are in it")
  func full() throws {
    let axes = try [GridAxis("a=1,2"), GridAxis("b=0.01..1/3 log")]
    let points = try Design.full.combinations(axes, integers: [])
    #expect(points == [["1", "0.01"], ["1", "0.1"], ["1", "1"], ["2", "0.01"], ["2", "0.1"], ["2", "1"]])
    #expect(
      try Design.full.combinations([GridAxis("n=1..4/4")], integers: ["n"]).map { $0[0] } == ["1", "2", "3", "4"])
    #expect(throws: GridError.self) { try Design.full.combinations([GridAxis("a=0..1")], integers: []) }
  }

  @Test(
    "A Latin hypercube takes each part of each range once, and the values of a list equally often", arguments: [1, 7])
  func latin(seed: UInt64) throws {
    let axes = try [GridAxis("a=0..1"), GridAxis("b=0.1..1000 log"), GridAxis("s=x,y"), GridAxis("n=1..10")]
    let points = try Design.latinHypercube(points: 40, seed: seed).combinations(axes, integers: ["n"])
    #expect(points.count == 40)
    #expect(Set(points.map { Int(Double($0[0])! * 40) }) == Set(0..<40))
    #expect(Set(points.map { Int((log10(Double($0[1])!) + 1) / 4 * 40) }) == Set(0..<40))
    #expect(points.filter { $0[2] == "x" }.count == 20)
    for n in 1...10 { #expect(points.filter { $0[3] == "\(n)" }.count == 4) }
  }

  @Test("A seed gives the same points; another gives others; an axis more changes none of the others")
  func seeds() throws {
    let axes = try [GridAxis("a=0..1"), GridAxis("b=5..6")]
    for make in [Design.random, Design.latinHypercube] {
      let points = try make(20, 1).combinations(axes, integers: [])
      #expect(try make(20, 1).combinations(axes, integers: []) == points)
      #expect(try make(20, 2).combinations(axes, integers: []) != points)
      #expect(try make(20, 1).combinations([axes[0]], integers: []).map { $0[0] } == points.map { $0[0] })
      #expect(points.allSatisfy { (0...1).contains(Double($0[0])!) && (5...6).contains(Double($0[1])!) })
    }
  }

  @Test("A design that says too little or too much is refused")
  func designs() {
    #expect(throws: GridError.self) { try Design(name: "random", points: nil, seed: 1) }
    #expect(throws: GridError.self) { try Design(name: "full", points: 5, seed: 1) }
    #expect(throws: GridError.self) { try Design(name: "latin", points: 5, seed: 1) }
    #expect(throws: GridError.self) { try Design(name: "random", points: 0, seed: 1) }
  }

  @Test("Folders are named for people, and never twice")
  func folders() {
    var names = FolderNames()
    #expect(names.name(for: ["name=a/b"], "1") == "name=a-b")
    #expect(names.name(for: ["name=a b"], "2") == "name=a-b_2")
    #expect(names.name(for: ["name=a-b_2"], "3") == "name=a-b_2_2")
    let long = String(repeating: "x", count: 400)
    let first = names.name(for: ["a=\(long)"], "0123456789abcdef")
    #expect(first.utf8.count <= 130 && first != names.name(for: ["a=\(long)y"], "f123456789abcdef"))
  }
}
