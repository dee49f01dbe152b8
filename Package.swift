// swift-tools-version: 6.2
import Foundation
import PackageDescription

// The runner parses cells with the SwiftSyntax that the toolchain ships: it matches the compiler, and linking it takes
// seconds where building the swift-syntax package takes minutes. Its flags stand on the runner's targets only, so that
// the science stays usable as an ordinary package dependency.
let toolchain: String = {
  let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
  let compiler = path.split(separator: ":").lazy.map { "\($0)/swift-frontend" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }
  let resolved = URL(fileURLWithPath: compiler ?? "/usr/bin/swift-frontend").resolvingSymlinksInPath()
  return resolved.deletingLastPathComponent().deletingLastPathComponent().path
}()
let host = "\(toolchain)/lib/swift/host"

let runnerSwift: [SwiftSetting] = [.unsafeFlags(["-I", host])]
let runnerLinker: [LinkerSetting] = [
  .unsafeFlags(["-L", host, "-Xlinker", "-rpath", "-Xlinker", host]),
  .linkedLibrary("SwiftSyntax"), .linkedLibrary("SwiftParser"), .linkedLibrary("SwiftIDEUtils"),
]

let package = Package(
  name: "Gimbal",
  products: [
    .library(name: "Rotations", targets: ["Rotations"]),
    .library(name: "Inertial", targets: ["Inertial"]),
    .library(name: "Gestures", targets: ["Gestures"]),
    .library(name: "Networks", targets: ["Networks"]),
    .library(name: "Figures", targets: ["Figures"]),
    .library(name: "InertialFigures", targets: ["InertialFigures"]),
    .library(name: "InertialNetworks", targets: ["InertialNetworks"]),
    .library(name: "GestureFigures", targets: ["GestureFigures"]),
    .library(name: "GimbalKit", type: .dynamic, targets: ["Gimbal"]),
    .executable(name: "gimbal", targets: ["GimbalCommand"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    // What several rooms need, once.
    .target(name: "Basics"),

    // The science: no dependency on the runner.
    .target(
      name: "Rotations", dependencies: [.target(name: "CLAPACK", condition: .when(platforms: [.linux]))],
      exclude: ["README.md"]),
    .target(
      name: "Inertial", dependencies: ["Basics", "Rotations", "CInertial", "CZlib"],
      exclude: ["Fusion/README.md", "Stabilization/README.md", "Traces/README.md"]),
    .target(name: "CInertial"),
    .target(name: "Gestures", dependencies: ["Basics", "Rotations", "Inertial"], exclude: ["README.md"]),
    .target(
      name: "Networks", dependencies: ["Basics", .target(name: "CBLAS", condition: .when(platforms: [.linux]))],
      exclude: ["README.md"]),
    .target(name: "Posture", dependencies: ["Rotations"]),
    .target(name: "Figures", dependencies: ["Basics", "CGnuplot"], exclude: ["README.md"]),
    .target(name: "InertialFigures", dependencies: ["Rotations", "Inertial", "Figures"]),
    .target(name: "InertialNetworks", dependencies: ["Rotations", "Inertial", "Networks"]),
    .target(name: "GestureFigures", dependencies: ["Rotations", "Gestures", "Figures"]),

    // What a notebook sees.
    .target(name: "Display"),
    .target(
      name: "Gimbal",
      dependencies: [
        "Rotations", "Inertial", "Gestures", "Networks", "Posture", "Figures", "InertialFigures", "InertialNetworks",
        "GestureFigures", "Display",
      ]),

    // The runner.
    .target(
      name: "Notebooks",
      dependencies: [
        "Figures", "Display", "CCommonMark", "CXXHash", "CHostLink", .product(name: "Yams", package: "Yams"),
        .product(name: "FlyingFox", package: "FlyingFox"), .product(name: "FlyingSocks", package: "FlyingFox"),
      ], exclude: ["README.md"],
      swiftSettings: runnerSwift, linkerSettings: runnerLinker),
    .executableTarget(name: "CellHost", linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic"])]),
    .target(name: "CHostLink"),
    .executableTarget(
      name: "GimbalCommand",
      dependencies: [
        "Notebooks", "Inertial", "InertialFigures", "Figures", "Gestures", "CellHost",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: runnerSwift),

    // Thin doors to system libraries.
    .systemLibrary(name: "CLAPACK", pkgConfig: "lapacke", providers: [.apt(["liblapacke-dev"])]),
    .systemLibrary(name: "CBLAS", pkgConfig: "blas", providers: [.apt(["libblas-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(
      name: "CCommonMark", pkgConfig: "libcmark-gfm",
      providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
    .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
    .target(
      name: "CGnuplot",
      linkerSettings: [
        .linkedLibrary("boost_iostreams"), .linkedLibrary("boost_filesystem"), .linkedLibrary("boost_system"),
      ]),

    // Speed and accuracy, measured.
    .target(name: "BenchmarkHarness", path: "Benchmarks/Harness"),
    .target(name: "StrapdownC", path: "Benchmarks/StrapdownC"),
    .executableTarget(
      name: "gimbal-bench",
      dependencies: [
        "BenchmarkHarness", "Rotations", "Inertial", "CInertial", "StrapdownC", "Gestures", "Networks", "Figures",
      ],
      path: "Benchmarks/Speed"),
    .executableTarget(
      name: "gimbal-evaluate",
      dependencies: [
        "BenchmarkHarness", "Rotations", "Inertial", "Gestures", "Networks", "Posture", "InertialNetworks",
      ],
      path: "Benchmarks/Accuracy"),

    .testTarget(name: "BasicsTests", dependencies: ["Basics"]),
    .testTarget(name: "RotationsTests", dependencies: ["Basics", "Rotations"]),
    .testTarget(
      name: "InertialTests", dependencies: ["Basics", "Inertial", "CInertial", "Rotations", "RecordingMutations"]),
    // Recordings with something wrong with them, for the tests and for a million of them: `make fuzz`.
    .target(
      name: "RecordingMutations", dependencies: ["Inertial", "Rotations", "CZlib"], path: "Tests/RecordingMutations"),
    .executableTarget(name: "gimbal-fuzz", dependencies: ["RecordingMutations"], path: "Benchmarks/Fuzz"),
    .testTarget(name: "GimbalTests", dependencies: ["Gimbal"]),
    .testTarget(
      name: "WalkingTests", dependencies: ["Basics", "Inertial", "InertialNetworks", "Networks", "Rotations"]),
    .testTarget(name: "FusionTests", dependencies: ["Inertial", "Rotations"]),
    .testTarget(name: "GesturesTests", dependencies: ["Basics", "Gestures", "Inertial", "Rotations"]),
    .testTarget(
      name: "GestureFiguresTests", dependencies: ["GestureFigures", "Gestures", "Inertial", "Figures"]),
    .testTarget(name: "NetworksTests", dependencies: ["Basics", "Networks"]),
    .testTarget(name: "SceneTests", dependencies: ["Figures", "InertialFigures", "Inertial", "Rotations"]),
    .testTarget(name: "PostureTests", dependencies: ["Inertial", "Networks", "Posture", "Rotations"]),
    .testTarget(
      name: "FiguresTests", dependencies: ["Basics", "Figures", "InertialFigures", "Inertial"], exclude: ["Golden"]),
    .testTarget(
      name: "NotebooksTests",
      dependencies: [
        "Notebooks", "Figures", "Display", .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      exclude: ["Golden"],
      swiftSettings: runnerSwift),
  ],
  cxxLanguageStandard: .cxx17
)

// The C interface through which the peers' own tests reach `Rotations`; `make peers` asks for it, nobody else builds it.
if ProcessInfo.processInfo.environment["GIMBAL_PEERS"] != nil {
  package.products.append(.library(name: "RotationsC", type: .dynamic, targets: ["RotationsC"]))
  package.targets.append(
    .target(name: "RotationsC", dependencies: ["Rotations"], path: "Benchmarks/peers/RotationsC"))
}
