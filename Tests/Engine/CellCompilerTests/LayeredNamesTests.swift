import Testing

@testable import CellCompiler

@Suite("Names of which each cell keeps its own copy")
struct LayeredNamesTests {
  @Test("They are what a dictionary is after the same changes, whatever is changed in copies later")
  func dictionary() {
    var names = LayeredNames<Int>()
    var plain: [String: Int] = [:]
    var copies: [(LayeredNames<Int>, [String: Int])] = []
    for index in 0..<1000 {
      let name = "x\(index * 7919 % 311)"
      names.set(name, index)
      plain[name] = index
      #expect(names[name] == index)
      if index % 50 == 0 { copies.append((names, plain)) }
    }
    for (names, plain) in copies + [(names, plain)] {
      #expect(names.all == plain && plain.allSatisfy { names[$0.key] == $0.value } && names["y"] == nil)
    }
  }

  @Test("Two are equal, and hash alike, when they say the same, in whatever order it was set")
  func equality() {
    var (forth, back) = (LayeredNames<Int>(), LayeredNames<Int>())
    for index in 0..<200 {
      forth.set("x\(index)", index)
      back.set("x\(199 - index)", 199 - index)
    }
    #expect(forth == back && forth.hashValue == back.hashValue)
    back.set("x7", 8)
    #expect(forth != back)
  }
}
