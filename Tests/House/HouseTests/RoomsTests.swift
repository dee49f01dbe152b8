import Foundation
import Testing

@testable import gimbal_house

/// The package's structure as its documents describe it.
@Suite struct RoomsTests {
  static let root = URL(filePath: #filePath).appendingPathComponent("../../../..").standardized

  let house: House

  init() throws { house = House(manifest: try Self.text("Package.swift")) }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  @Test func `the pictures show what the package declares`() throws {
    #expect(house.pictures.count == 8)
    #expect(Set(house.pictures.dropFirst().flatMap { $0.boxes.map(\.name) }) == Set(house.drawn.map(\.name)))
    for picture in house.pictures {
      let drawn = HousePicture.titles(of: try Self.text(picture.path))
      #expect(picture.titles.subtracting(drawn).sorted() == [], "\(picture.path) lacks these: make rooms")
      #expect(drawn.subtracting(picture.titles).sorted() == [], "\(picture.path) has these too many: make rooms")
    }
  }

  @Test func `the table of CONTRIBUTING names every room once`() throws {
    let rows = try Self.text("CONTRIBUTING.md").split(separator: "\n").filter { $0.hasPrefix("| [") }
    let named = rows.flatMap { $0.matches(of: /\]\(Sources\/([\w\/-]+)\)/).map { String($0.output.1) } }
    let folders = house.drawn.map { String($0.folder.dropFirst("Sources/".count)) }
    #expect(named.sorted() == folders.sorted())
  }

  /// SwiftPM lets a target import whatever was built before it: what is not declared works until the order changes.
  @Test func `a room imports what it declares, and nothing past it`() throws {
    let modules = Dictionary(uniqueKeysWithValues: house.rooms.map { ($0.module, $0.name) })
    for room in house.rooms where room.kind != .systemLibrary {
      let imported = try imports(of: room).compactMap { modules[$0] }
      let undeclared = Set(imported).subtracting(room.dependencies + [room.name])
      #expect(undeclared.sorted() == [], "\(room.name) imports what it does not declare")
      // A program is asked for to be there, and the kit to be compiled next to it.
      let needed = room.dependencies.filter { house[$0]?.kind != .executableTarget && $0 != "Gimbal" }
      if !imported.isEmpty {
        #expect(Set(needed).subtracting(imported).sorted() == [], "\(room.name) declares what it does not import")
      }
    }
  }

  /// A script whose list of files is empty would install half a kit without an error.
  @Test func `what scripts and documents name of the sources is there`() throws {
    let manager = FileManager.default
    let files = try ["Packaging", "docs", "Benchmarks/peers", "Benchmarks/cluster"].flatMap { folder in
      try manager.contentsOfDirectory(atPath: Self.root.appending(path: folder).path).map { "\(folder)/\($0)" }
    }
    var named = 0
    for file in files + ["Makefile", "README.md", "CONTRIBUTING.md"] {
      guard let text = try? Self.text(file) else { continue }
      for place in text.matches(of: /(?:Sources|Tests|Tools|Benchmarks)\/[A-Za-z][\w\/+.\-]*\w/)
      where !place.output.contains("/results") {
        named += 1
        #expect(
          manager.fileExists(atPath: Self.root.appending(path: String(place.output)).path), "\(file): \(place.output)")
      }
    }
    #expect(named > 50)
  }

  @Test func `every room is in a wing, and imports rooms of that wing and of those above`() {
    #expect(house.wings.count > 10)
    let places = house.wings.flatMap(\.rooms)
    #expect(Set(places).count == places.count)
    #expect(Set(places).subtracting(house.rooms.map(\.name)).sorted() == [], "wings name what is no room")
    let homeless = house.rooms.filter { $0.folder.hasPrefix("Sources/") || $0.kind == .testTarget }
    #expect(homeless.filter { house.storey(of: $0.name) == nil }.map(\.name) == [])
    for room in house.rooms where room.kind != .testTarget && !room.folder.hasPrefix("Tests/") {
      guard let storey = house.storey(of: room.name) else { continue }
      let below = room.dependencies.filter { name in
        // C libraries have no storey: they import nothing.
        house[name]?.kind != .systemLibrary && house.storey(of: name).map { $0 > storey } == true
      }
      #expect(below == [], "\(room.name) imports what stands in a wing below")
    }
  }

  @Test func `no room imports itself by way of others`() {
    for room in house.rooms {
      #expect(!room.dependencies.contains { house.reach(of: $0).contains(room.name) }, "\(room.name)")
    }
  }

  @Test func `the reader finds the package's targets`() {
    let house = House(
      manifest: """
        let wings: KeyValuePairs = ["Ground": ["A"], "Kit/One": ["B-b"], "Kit": ["D"], "Support": ["C"]]
        let package = Package(targets: [
          .target(name: "A"),
          .target(name: "B-b", dependencies: ["A", .target(name: "C", condition: .when(platforms: [.linux]))]),
          .systemLibrary(name: "C"),
          .executableTarget(name: "D", dependencies: ["A", "B-b", .product(name: "P", package: "p")], path: "Tools/D"),
        ])
        if asked { package.targets.append(.target(name: "E")) }
        """)
    #expect(house.rooms.map(\.name) == ["A", "B-b", "C", "D"])
    #expect(house["B-b"]?.dependencies == ["A", "C"])
    #expect(house["B-b"]?.module == "B_b")
    #expect(house["D"]?.dependencies == ["A", "B-b"])
    #expect(house["D"]?.folder == "Sources/Kit/D" && house["B-b"]?.folder == "Sources/Kit/One/B-b")
    #expect(house["C"]?.folder == "Tests/Support/C")
    #expect(["A", "B-b", "D", "C", "E"].map(house.storey) == [0, 1, 1, 2, nil])
    #expect(house.pictures[0].arrows.map { "\($0.from)->\($0.to)" } == ["Kit->Ground"])
    #expect(house.reach(of: "D") == ["A", "B-b", "C", "D"])
  }

  private func imports(of room: House.Room) throws -> Set<String> {
    let folder = Self.root.appending(path: room.folder)
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)!
    var found: Set<String> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      found.formUnion(House.imports(of: try String(contentsOf: file, encoding: .utf8)))
    }
    return found
  }
}
