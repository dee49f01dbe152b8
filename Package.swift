// swift-tools-version: 6.2
import Foundation
import PackageDescription

// The runner parses cells with the SwiftSyntax that the toolchain ships: it matches the compiler, and linking it takes
// seconds where building the swift-syntax package takes minutes. Its flags are on the runner's targets only, so that
// the science stays usable as an ordinary package dependency.
let host: String = {
  let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
  func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
  /// Where a compiler keeps the libraries that it is made of: it is asked, for a program on the path may be a manager of
  /// several toolchains, and distributions keep libraries apart from programs.
  func asked(_ compiler: String) -> String? {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: compiler)
    process.arguments = ["-print-target-info"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let answer = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    let paths = answer?["paths"] as? [String: Any]
    return (paths?["runtimeResourcePath"] as? String).map { "\($0)/host" }
  }
  let folders = path.split(separator: ":").filter {
    FileManager.default.isExecutableFile(atPath: "\($0)/swiftc")
  }
  for folder in folders {
    let bin = URL(fileURLWithPath: "\(folder)/swiftc").resolvingSymlinksInPath().deletingLastPathComponent()
    let beside = bin.deletingLastPathComponent().appendingPathComponent("lib/swift/host").path
    if isFolder(beside) { return beside }
    if let found = asked("\(folder)/swiftc"), isFolder(found) { return found }
  }
  return "/usr/lib/swift/host"
}()

// These wait for people, disks, compilers and browsers: optimised, they would make the first build a third longer, and nothing
// that anyone can notice faster.
let unhurried: Set = [
  "NotebookDocument", "NotebookImport", "CellCompiler", "Footprints", "CellKernel", "Drawings", "Reports",
  "ReportExport", "NotebookRunning", "AssignmentChecks", "Marks", "CodeHelp", "Studio", "GimbalCommand",
  "first-report", "gimbal-evaluate",
]
let runnerLinker: [LinkerSetting] = [
  .unsafeFlags(["-L", host, "-Xlinker", "-rpath", "-Xlinker", host]),
  .linkedLibrary("SwiftSyntax"), .linkedLibrary("SwiftParser"), .linkedLibrary("SwiftIDEUtils"),
  .linkedLibrary("SwiftIfConfig"), .linkedLibrary("SwiftDiagnostics"),
]

// Where rooms are: eight wings, of which each imports rooms of itself and of the wings above it, and the doors to C
// libraries.
let wings: KeyValuePairs = [
  "Ground": [
    "Basics", "Statistics", "Processes", "Files", "Caches", "Toolchains", "EmbeddedFiles", "CEmbedded", "CHostLink",
    "CXXHash", "BasicsTests", "StatisticsTests", "SurroundingsTests",
  ],
  "Kit/Motion": [
    "Rotations", "Traces", "Calibration", "Recordings", "Stabilization", "Fusion", "Simulation", "Evaluation",
    "StudyReports", "Inertial", "CInertial", "RotationsTests", "InertialTests", "RecordingsTests", "StabilizationTests",
    "FusionTests", "EvaluationTests", "StudyTests", "StudyReportsTests", "CalibrationTests",
  ],
  "Kit/Learning": [
    "Gestures", "Networks", "InertialNetworks", "Posture", "GesturesTests", "NetworksTests", "InertialNetworksTests",
    "PostureTests",
  ],
  "Kit/Drawing": [
    "Figures", "InertialFigures", "GestureFigures", "CGnuplot", "FiguresTests", "GestureFiguresTests", "SceneTests",
  ],
  "Kit/Showing": ["Display", "Results", "JudgedCalls", "Lessons", "DisplayTests", "LessonsTests"],
  "Kit": ["Gimbal", "GimbalTests"],
  "Notebook": [
    "NotebookDocument", "NotebookImport", "NotebookTemplates", "CCommonMark", "NotebookDocumentTests",
    "NotebookImportTests", "NotebookTemplatesTests",
  ],
  "Engine": [
    "CellCompiler", "Footprints", "CellKernel", "CellHost", "CellObservation", "CellCompilerTests", "FootprintsTests",
    "CellKernelTests", "ExactnessTests",
  ],
  "Pages": [
    "SafeMarkup", "Drawings", "Reports", "ReportExport", "NotebookRunning", "Exploration", "Grids", "first-report",
    "CQRCode", "SafeMarkupTests", "DrawingsTests", "ReportsTests", "ReportExportTests", "NotebookRunningTests",
    "ExplorationTests", "GridsTests",
  ],
  "Course": [
    "Assignments", "AssignmentChecks", "Sandboxes", "CSandbox", "Grading", "Marks", "Book", "AssignmentsTests",
    "AssignmentChecksTests", "SandboxesTests", "GradingTests", "MarksTests", "BookTests",
  ],
  "Doors": [
    "LocalServer", "CTLS", "CodeHelp", "Preview", "PhoneLink", "Studio", "JupyterKernel", "CZeroMQ", "LanguageServer",
    "GimbalCommand", "PreviewTests", "StudioTests", "JupyterKernelTests", "LanguageServerTests", "GimbalCommandTests",
  ],
  "System": ["CBLAS", "CElementary", "CLAPACK", "CSQLite", "CZlib", "CCrypto"],
  "House": ["HouseTests", "DocumentsTests"],
  "Support": [
    "CTLSClient", "EditorMutations", "LoopbackClient", "MessageMutations", "MotionBench", "NotebookBench",
    "NotebookMutations", "PhoneMutations", "RecordingMutations", "TestCaches", "TestDisks",
    "TestPrograms", "TestTiers",
  ],
]

let package = Package(
  name: "Gimbal",
  products: [
    .library(name: "Rotations", targets: ["Rotations"]),
    .library(name: "Traces", targets: ["Traces"]),
    .library(name: "Stabilization", targets: ["Stabilization"]),
    .library(name: "Fusion", targets: ["Fusion"]),
    .library(name: "Simulation", targets: ["Simulation"]),
    .library(name: "Calibration", targets: ["Calibration"]),
    .library(name: "Recordings", targets: ["Recordings"]),
    .library(name: "Statistics", targets: ["Statistics"]),
    .library(name: "Evaluation", targets: ["Evaluation"]),
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
  ],
  targets: [
    // What several rooms need, once.
    .target(name: "Basics"),
    // How sure a ranking is: resampling and paired tests, for everything that ranks.
    .target(name: "Statistics", dependencies: ["Basics"]),

    // The science: no dependency on the runner.
    .target(
      name: "Rotations",
      dependencies: ["Basics", "CElementary", .target(name: "CLAPACK", condition: .when(platforms: [.linux]))]),
    // Recordings of motion, room by room; `Inertial` is all of them by one import.
    .target(name: "Traces", dependencies: ["Basics", "Rotations"]),
    // What sensors and clocks do wrong, found from recordings and taken out.
    .target(
      name: "Calibration",
      dependencies: [
        "Basics", "Statistics", "Rotations", "Traces", .target(name: "CLAPACK", condition: .when(platforms: [.linux])),
      ]),
    .target(name: "Stabilization", dependencies: ["Rotations", "Traces", "Basics"]),
    .target(name: "Fusion", dependencies: ["Rotations", "Traces"]),
    .target(name: "Simulation", dependencies: ["Basics", "Rotations", "Traces"]),
    .target(
      name: "Recordings",
      dependencies: ["Basics", "Rotations", "Traces", "Calibration", "Stabilization", "Fusion", "CInertial", "CZlib"]),
    .target(
      name: "Evaluation",
      dependencies: [
        "Basics", "Statistics", "Rotations", "Traces", "Stabilization", "Fusion", "Simulation", "Recordings",
      ]),
    .target(
      name: "Inertial",
      dependencies: [
        "Statistics", "Traces", "Calibration", "Stabilization", "Fusion", "Simulation", "Recordings", "Evaluation",
      ]),
    .target(name: "CInertial"),
    .target(
      name: "Gestures", dependencies: ["Basics", "Statistics", "Rotations", "Traces", "Stabilization", "Simulation"],
      resources: [.embedInCode("Letters/ShippedWeights.csv")]),
    .target(
      name: "Networks", dependencies: ["Basics", .target(name: "CBLAS", condition: .when(platforms: [.linux]))]),
    .target(name: "Posture", dependencies: ["Basics", "Rotations"]),
    .target(
      name: "Figures", dependencies: ["Basics", "CGnuplot"], exclude: ["README.md"],
      resources: [.embedInCode("Scenes/scene.js")]),
    .target(
      name: "InertialFigures",
      dependencies: [
        "Basics", "Statistics", "Rotations", "Traces", "Stabilization", "Simulation", "Evaluation", "Figures",
      ],
      exclude: ["README.md"]),
    .target(
      name: "InertialNetworks", dependencies: ["Rotations", "Traces", "Stabilization", "Evaluation", "Networks"]),
    .target(name: "GestureFigures", dependencies: ["Rotations", "Gestures", "Figures"]),

    // What a notebook sees.
    .target(name: "Display", dependencies: ["Basics"]),
    // The results of grids: what cells record, and what compares, lists and draws it.
    .target(name: "Results", dependencies: ["Basics", "Statistics", "Display", "CSQLite"]),
    // Exercises: blanks, and checks that name the mistake.
    .target(name: "Lessons", dependencies: ["Basics", "Rotations", "Display", "Figures", "JudgedCalls"]),
    // Functions of a submission, called from another process when it is graded.
    .target(name: "JudgedCalls", dependencies: ["Rotations", "Display", "Figures"]),
    .target(
      name: "Gimbal",
      dependencies: [
        "Basics", "Statistics", "Rotations", "Inertial", "Evaluation", "Gestures", "Networks", "Posture", "Figures",
        "InertialFigures", "InertialNetworks", "GestureFigures", "Display", "Results", "Lessons", "JudgedCalls",
      ]),

    // The runner, from the document to the front ends; each may import those above it. SwiftSyntax is imported by
    // `NotebookImport` and `CellCompiler`; what is on them has to see it too.
    .target(
      name: "NotebookDocument", dependencies: ["Basics", "CCommonMark", .product(name: "Yams", package: "Yams")],
      exclude: ["README.md"]),
    // What surrounds a notebook: other programs, files and whose they are, the cache, the toolchain.
    .target(name: "Processes", dependencies: ["Basics", "CHostLink"]),
    .target(name: "Files", dependencies: ["Basics", "Processes", "CHostLink", "CXXHash"]),
    .target(name: "Caches", dependencies: ["Basics", "Processes", "Files", "CHostLink"]),
    .target(
      name: "Toolchains", dependencies: ["Basics", "Processes", "Files", "Caches"],
      resources: [.embedInCode("KitTypes.txt"), .embedInCode("KitMembers.txt")]),
    // Pages, scripts, styles and pictures of the program; a C compiler reads them at once.
    .target(name: "CEmbedded"),
    .target(name: "EmbeddedFiles", dependencies: ["CEmbedded"]),
    // Assignments of a course: what students get, what they hand in, what it is worth.
    .target(
      name: "Assignments", dependencies: ["Basics", "NotebookDocument", "Files", "Display"], exclude: ["README.md"]),
    // Notebooks of other programs: Jupyter, Quarto, R Markdown.
    .target(
      name: "NotebookImport", dependencies: ["Basics", "NotebookDocument", "Files"]),
    .target(
      name: "CellCompiler", dependencies: ["Basics", "NotebookDocument", "Processes", "Files", "Caches", "Toolchains"],
      linkerSettings: runnerLinker),
    .target(name: "Footprints", dependencies: ["Files", "CHostLink"]),
    .target(
      name: "CellKernel",
      dependencies: [
        "Basics", "NotebookDocument", "Processes", "Files", "Caches", "Toolchains", "CellCompiler", "Footprints",
        "Display", "CHostLink",
      ],
      exclude: ["README.md"]),
    // HTML of authors and of cells, without scripts and forms.
    .target(name: "SafeMarkup", dependencies: ["Basics"], exclude: ["README.md"]),
    .target(
      name: "Drawings",
      dependencies: [
        "Basics", "NotebookDocument", "Processes", "Files", "Caches", "Toolchains", "CellKernel", "Display", "Figures",
        "CHostLink", "SafeMarkup", "EmbeddedFiles",
      ],
      exclude: ["README.md", "Web"]),
    .target(
      name: "Reports",
      dependencies: [
        "Basics", "NotebookDocument", "Processes", "Files", "Caches", "Toolchains", "CellCompiler", "CellKernel",
        "Drawings", "Display", "Figures", "CCommonMark", "CCrypto", "CZlib", "SafeMarkup", "EmbeddedFiles",
      ], exclude: ["README.md", "Web"]),
    // Reports and notebooks as files of other programs: Jupyter, paper, slides, plain Swift.
    .target(
      name: "ReportExport",
      dependencies: [
        "Basics", "NotebookDocument", "NotebookImport", "Processes", "Files", "Caches", "Toolchains", "CellCompiler",
        "CellKernel", "Drawings", "Reports", "Display", "EmbeddedFiles", "CCommonMark",
      ],
      exclude: ["README.md", "Programs"]),
    // The notebooks from which a person starts.
    .target(name: "NotebookTemplates", dependencies: ["NotebookDocument"]),
    .target(
      name: "NotebookRunning",
      dependencies: [
        "Basics", "NotebookDocument", "Processes", "Files", "Caches", "Toolchains", "CellCompiler", "CellKernel",
        "Drawings", "Reports", "NotebookImport", "ReportExport", "Display",
      ]),
    // What `gimbal compare` asks for, and the notebook that answers it.
    .target(name: "StudyReports", dependencies: ["Basics", "Evaluation"]),
    // An assignment's checks, run where nobody has to be kept out: by the student, and by the teacher before handing out.
    .target(
      name: "AssignmentChecks",
      dependencies: [
        "Basics", "NotebookDocument", "Processes", "Assignments", "CellKernel", "Reports", "NotebookRunning", "Display",
      ]),
    // Marks of a course: tables, pages for students and teachers, and the formats of others.
    .target(
      name: "Marks",
      dependencies: [
        "Basics", "NotebookDocument", "Files", "Assignments", "Results", "Reports", "Display", "EmbeddedFiles",
      ], exclude: ["README.md", "Web"]),
    // Pages whose readers move parameters: a notebook's states, and what of a page differs between them.
    .target(
      name: "Exploration",
      dependencies: [
        "Basics", "NotebookDocument", "Processes", "Files", "Caches", "Footprints", "CellKernel", "Drawings", "Figures",
        "Reports", "NotebookRunning", "Display",
      ]),
    // A folder of notebooks as one site: chapters, search, references from one to the other.
    .target(
      name: "Book",
      dependencies: [
        "Basics", "NotebookDocument", "Processes", "Files", "Caches", "Toolchains", "CellKernel", "Reports",
        "NotebookImport", "ReportExport", "NotebookRunning", "Assignments", "Exploration", "EmbeddedFiles",
        .product(name: "Yams", package: "Yams"),
      ], exclude: ["README.md", "Web"]),
    .target(
      name: "Grids",
      dependencies: [
        "Basics", "NotebookDocument", "Processes", "Files", "Caches", "Toolchains", "CellKernel", "Reports",
        "NotebookImport", "ReportExport", "NotebookRunning", "Display", "Results", "Recordings", "Traces",
        "EmbeddedFiles", .product(name: "Yams", package: "Yams"),
      ], exclude: ["Web"]),
    .target(
      name: "Preview",
      dependencies: [
        "Basics", "NotebookDocument", "Processes", "Caches", "CellCompiler", "CellKernel", "Drawings", "Reports",
        "ReportExport", "Display", "EmbeddedFiles", "LocalServer",
      ], exclude: ["README.md", "Web"]),
    // What answers pages, on this machine or over TLS in its network.
    .target(
      name: "LocalServer", dependencies: ["Basics", "Processes", "CHostLink", "CTLS"], exclude: ["README.md"]),
    // Completion and inspection by the toolchain's SourceKit, for those who edit cells.
    .target(
      name: "CodeHelp", dependencies: ["Basics", "NotebookDocument", "CellCompiler", "Processes", "CHostLink"]),
    .target(
      name: "JupyterKernel",
      dependencies: [
        "Basics", "CodeHelp", "NotebookDocument", "Processes", "Caches", "CellCompiler", "CellKernel", "Drawings",
        "Reports", "NotebookImport", "Figures", "Display", "CHostLink", "CZeroMQ", "CCrypto", "Results",
        "EmbeddedFiles",
      ], exclude: ["Logo", "Papermill", "Web"]),
    // What an editor asks of a notebook, by the Language Server Protocol.
    .target(
      name: "LanguageServer",
      dependencies: [
        "Basics", "NotebookDocument", "Processes", "Toolchains", "CellCompiler", "CellKernel", "Reports",
        "NotebookRunning", "CodeHelp", "Preview", "CHostLink",
      ], exclude: ["README.md"]),
    // A phone's browser as the sensor, and the application that shows the outcome of it.
    .target(
      name: "PhoneLink",
      dependencies: ["Basics", "Rotations", "Traces", "Fusion", "LocalServer", "CQRCode", "EmbeddedFiles"],
      exclude: ["Web"]),
    .target(
      name: "Studio",
      dependencies: [
        "Basics", "Rotations", "Traces", "Calibration", "Recordings", "Stabilization", "Fusion", "Gestures",
        "NotebookDocument",
        "Files", "Processes", "NotebookRunning", "Reports", "ReportExport", "CodeHelp", "LocalServer", "Preview",
        "NotebookTemplates", "PhoneLink", "EmbeddedFiles", "StudyReports",
      ], exclude: ["Web"]),
    .target(
      name: "CTLS", linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]),
    // What cells do to files, clocks and the rest, seen by wrappers of libc. Nothing that the runner is linked with may depend on it,
    // nor on the host: the runner must not wrap libc for itself.
    .target(name: "CellObservation", publicHeadersPath: "."),
    .executableTarget(
      name: "CellHost", dependencies: ["CellObservation"],
      linkerSettings: [
        .unsafeFlags(["-Xlinker", "--export-dynamic"]), .linkedLibrary("dl"), .linkedLibrary("pthread"),
      ]),
    .target(name: "CHostLink"),
    // Programs that nobody trusts: what holds them, in system calls and in words.
    .target(name: "CSandbox"),
    .target(name: "Sandboxes", dependencies: ["Basics", "Processes", "CHostLink", "CSandbox"]),
    // Submissions run and are judged: what runs in the sandbox, what judges outside, and who calls what.
    .target(
      name: "Grading",
      dependencies: [
        "Basics", "NotebookDocument", "Processes", "Files", "Caches", "Toolchains", "CellCompiler", "CellKernel",
        "Footprints", "Display", "JudgedCalls", "Assignments", "Sandboxes", "CHostLink",
      ],
      exclude: ["README.md"]),
    .executableTarget(
      name: "GimbalCommand",
      dependencies: [
        "Basics", "NotebookDocument", "Processes", "Files", "Caches", "Toolchains", "CellKernel", "Reports",
        "NotebookImport", "ReportExport", "NotebookTemplates", "NotebookRunning", "LocalServer", "Preview",
        "Assignments", "AssignmentChecks", "Marks", "Exploration", "Book", "Grids", "Results", "CodeHelp",
        "JupyterKernel", "LanguageServer", "Studio", "Display", "Inertial", "Evaluation", "StudyReports",
        "InertialFigures", "Figures", "Sandboxes", "Grading", "CHostLink", "Gestures",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // The first report of a fresh clone. It asks for the kit as well, so that the two are compiled side by side.
    .executableTarget(
      name: "first-report", dependencies: ["NotebookRunning", "Gimbal"]),

    // Thin doors to system libraries.
    .systemLibrary(name: "CElementary"),
    .systemLibrary(name: "CLAPACK", pkgConfig: "lapacke", providers: [.apt(["liblapacke-dev"])]),
    .systemLibrary(name: "CBLAS", pkgConfig: "blas", providers: [.apt(["libblas-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(
      name: "CCommonMark", pkgConfig: "libcmark-gfm",
      providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
    .systemLibrary(name: "CZeroMQ", providers: [.apt(["libzmq3-dev"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CQRCode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
    .target(
      name: "CGnuplot",
      linkerSettings: [
        .linkedLibrary("boost_iostreams"), .linkedLibrary("boost_filesystem"),
      ]),

    // Speed and accuracy, measured.
    .target(name: "BenchmarkHarness", dependencies: ["Basics", "Display", "Results"], path: "Benchmarks/Harness"),
    .target(name: "StrapdownC", path: "Benchmarks/StrapdownC"),
    .executableTarget(
      name: "gimbal-bench",
      dependencies: [
        "Basics", "BenchmarkHarness", "Rotations", "Inertial", "CInertial", "StrapdownC", "Gestures", "Networks",
        "Figures",
      ],
      path: "Benchmarks/Speed"),
    .executableTarget(
      name: "gimbal-evaluate",
      dependencies: [
        "Basics", "BenchmarkHarness", "Rotations", "Inertial", "Gestures", "Networks", "Posture", "InertialNetworks",
      ],
      path: "Benchmarks/Accuracy"),

    // Compiled with everything else, so that an error that has no number yet is seen.
    .target(name: "RotationsC", dependencies: ["Rotations"], path: "Benchmarks/peers/RotationsC"),
    // Tests and intervals of tables of errors, for SciPy, statsmodels and autorank to confirm.
    .executableTarget(name: "gimbal-statistics", dependencies: ["Statistics"], path: "Benchmarks/peers/Statistics"),
    // Calibrations, clocks, spectra, Allan deviations and relative errors, for SciPy and others to confirm.
    .executableTarget(
      name: "gimbal-calibration", dependencies: ["Basics", "Rotations", "Inertial", "Simulation"],
      path: "Benchmarks/peers/Calibration"),

    // Pages for every call of the kit, from its sources: `make reference`.
    .executableTarget(
      name: "gimbal-reference", dependencies: ["Basics", "Gimbal", "Processes", "Toolchains"], path: "Tools/Reference"),

    // The picture of the rooms, from this file, and the texts that users may read, from all: `make rooms`, `make messages`.
    .executableTarget(
      name: "gimbal-house", dependencies: ["Basics"], path: "Tools/House",
      linkerSettings: runnerLinker),

    .testTarget(name: "HouseTests", dependencies: ["gimbal-house", "TestPrograms"]),
    .testTarget(name: "BasicsTests", dependencies: ["Basics"]),
    .testTarget(name: "StatisticsTests", dependencies: ["Basics", "Statistics"]),
    .testTarget(
      name: "CalibrationTests",
      dependencies: [
        "Basics", "Calibration", "Inertial", "Evaluation", "Recordings", "Rotations", "Simulation", "Figures",
        "InertialFigures", "MotionBench",
      ]),
    .testTarget(name: "StudyReportsTests", dependencies: ["Evaluation", "StudyReports"]),
    .testTarget(
      name: "StudyTests",
      dependencies: ["Basics", "Statistics", "Inertial", "Evaluation", "Rotations"]),
    .testTarget(
      name: "LessonsTests", dependencies: ["Basics", "Rotations", "Display", "Figures", "JudgedCalls", "Lessons"]),
    .testTarget(name: "RotationsTests", dependencies: ["Basics", "Rotations"]),
    .testTarget(
      name: "InertialTests",
      dependencies: [
        "TestTiers", "Basics", "Inertial", "Traces", "Recordings", "Simulation", "Evaluation", "Rotations",
        "MotionBench",
      ]),
    .testTarget(
      name: "RecordingsTests",
      dependencies: ["Basics", "Inertial", "Recordings", "Rotations", "RecordingMutations", "MotionBench"]),
    .testTarget(name: "StabilizationTests", dependencies: ["Inertial", "Stabilization", "Rotations", "MotionBench"]),
    // What tests of motion share: traces, and the recordings beside the checkout.
    .target(name: "MotionBench", dependencies: ["Inertial", "Rotations"]),
    // Recordings with something wrong with them, for the tests and for a million of them: `make fuzz`.
    .target(
      name: "RecordingMutations", dependencies: ["Traces", "Recordings", "Simulation", "Rotations", "CZlib"]),
    // Messages of the host's channels with something wrong with them, likewise.
    .target(
      name: "MessageMutations", dependencies: ["Basics", "CellKernel", "Display"]),
    // Messages of editors with something wrong with them, likewise.
    .target(
      name: "EditorMutations", dependencies: ["Basics", "CodeHelp", "LanguageServer", "MessageMutations"]),
    // Notebooks with something wrong with them, likewise.
    .target(
      name: "NotebookMutations",
      dependencies: [
        "TestCaches", "Basics", "RecordingMutations", "Inertial", "NotebookDocument", "Processes", "CellKernel",
        "Reports", "ReportExport", "NotebookRunning", "Display",
      ]),
    // Conversations of phones with something wrong with them, likewise.
    .target(
      name: "PhoneMutations",
      dependencies: ["Basics", "Inertial", "PhoneLink", "LocalServer", "Studio", "MessageMutations"]),
    .executableTarget(
      name: "gimbal-fuzz",
      dependencies: [
        "RecordingMutations", "MessageMutations", "EditorMutations", "NotebookMutations", "PhoneMutations",
        "NotebookDocument", "CellCompiler", "CellKernel", "Processes", "NotebookRunning",
      ],
      path: "Benchmarks/Fuzz", linkerSettings: runnerLinker),
    .testTarget(
      name: "ExplorationTests",
      dependencies: [
        "TestTiers", "TestCaches", "Basics", "CZlib", "CellKernel", "Exploration", "NotebookDocument",
        "NotebookRunning", "Reports",
      ]),
    .testTarget(
      name: "BookTests",
      dependencies: [
        "TestTiers", "TestCaches", "Basics", "Book", "CZlib", "NotebookDocument", "Processes", "ReportExport",
        "Reports",
      ]),
    .testTarget(
      name: "GridsTests",
      dependencies: [
        "TestTiers", "TestCaches", "Basics", "Grids", "Results", "Display", "NotebookDocument", "NotebookRunning",
        "Files", "Reports", "BenchmarkHarness",
      ]),
    .testTarget(name: "GimbalTests", dependencies: ["Gimbal", "Display", "Results"]),
    .testTarget(
      name: "EvaluationTests", dependencies: ["gimbal-evaluate", "BenchmarkHarness", "Processes", "Toolchains"]),
    .testTarget(name: "InertialNetworksTests", dependencies: ["Inertial", "InertialNetworks", "Networks"]),
    .testTarget(name: "FusionTests", dependencies: ["Inertial", "Fusion", "Rotations", "MotionBench"]),
    .testTarget(name: "GesturesTests", dependencies: ["Basics", "Gestures", "Inertial", "Rotations", "MotionBench"]),
    .testTarget(
      name: "GestureFiguresTests", dependencies: ["GestureFigures", "Gestures", "Inertial", "Figures"]),
    .testTarget(name: "NetworksTests", dependencies: ["Basics", "Networks"]),
    .testTarget(name: "SceneTests", dependencies: ["Figures", "InertialFigures", "Inertial", "Rotations"]),
    .testTarget(name: "PostureTests", dependencies: ["Inertial", "Networks", "Posture", "Rotations", "MotionBench"]),
    .testTarget(
      name: "FiguresTests",
      dependencies: ["Basics", "Figures", "InertialFigures", "Inertial", "Rotations", "MotionBench", "TestPrograms"],
      exclude: ["Golden"]),
    // The client with which the tests come to the phone's listener.
    .target(
      name: "CTLSClient", linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]),
    .testTarget(
      name: "StudioTests",
      dependencies: [
        "TestTiers", "Basics", "PhoneLink", "LocalServer", "Studio", "Preview", "Inertial", "Gestures", "Rotations",
        "Simulation", "Toolchains", "NotebookDocument", "CTLSClient", "LoopbackClient", "PhoneMutations", "TestDisks",
      ]),
    // What `make test` proves once, and `make prove` again and again.
    .target(name: "TestTiers"),
    // Where tests keep what they share.
    .target(name: "TestCaches"),
    // Small file systems for what happens on a full disk.
    .target(name: "TestDisks"),
    // Programs that a test writes and starts.
    .target(name: "TestPrograms", dependencies: ["Processes"]),
    // The client with which the tests come to the services of this machine.
    .target(name: "LoopbackClient", dependencies: ["LocalServer"]),
    .testTarget(
      name: "SurroundingsTests",
      dependencies: ["Processes", "Files", "Caches", "Toolchains", "NotebookDocument", "TestPrograms"]),
    .testTarget(name: "AssignmentsTests", dependencies: ["Assignments", "Basics", "NotebookDocument"]),
    .testTarget(
      name: "SandboxesTests",
      dependencies: ["TestTiers", "Basics", "Sandboxes", "CHostLink", "Processes", "Toolchains"]),
    .testTarget(
      name: "GradingTests",
      dependencies: [
        "TestTiers", "Assignments", "Caches", "CellCompiler", "CellKernel", "Files", "Grading", "JudgedCalls",
        "NotebookDocument", "Processes", "Rotations", "Sandboxes", "Toolchains",
      ]),
    .testTarget(
      name: "MarksTests",
      dependencies: ["Assignments", "Marks", "Basics", "Caches", "Display", "Reports", "Results"]),
    .testTarget(name: "FootprintsTests", dependencies: ["TestTiers", "Basics", "Footprints", "Files"]),
    .testTarget(
      name: "ExactnessTests",
      dependencies: [
        "TestTiers", "TestCaches", "Basics", "NotebookDocument", "Processes", "Files", "Caches", "CellCompiler",
        "CellKernel", "Drawings", "Reports", "NotebookRunning", "Display", "Figures", "MessageMutations",
      ]),
    .testTarget(
      name: "LanguageServerTests",
      dependencies: [
        "TestTiers", "TestCaches", "Basics", "LanguageServer", "CodeHelp", "NotebookDocument", "CellKernel",
        "Processes", "NotebookMutations", "EditorMutations", "Toolchains", "LoopbackClient",
      ]),
    .testTarget(
      name: "JupyterKernelTests",
      dependencies: ["TestCaches", "CodeHelp", "JupyterKernel", "NotebookDocument", "NotebookImport"]),
    // What tests of notebooks share: a folder for one test, the built program, files that a person can compare.
    .target(
      name: "NotebookBench",
      dependencies: [
        "TestCaches", "Basics", "Display", "Processes", "Toolchains", "CellKernel", "SafeMarkup", "ReportExport",
        "NotebookRunning",
      ], exclude: ["SlippedActs.json"]),
    .testTarget(
      name: "NotebookDocumentTests",
      dependencies: ["TestTiers", "Basics", "NotebookDocument", "NotebookMutations", "NotebookBench"],
      exclude: ["Golden"]),
    .testTarget(
      name: "NotebookImportTests",
      dependencies: [
        "Display", "NotebookDocument", "NotebookImport", "ReportExport", "NotebookRunning", "NotebookBench",
      ], exclude: ["Golden"]),
    .testTarget(
      name: "NotebookTemplatesTests",
      dependencies: [
        "Processes", "NotebookTemplates", "NotebookRunning", "NotebookBench", .product(name: "Yams", package: "Yams"),
      ]),
    .testTarget(
      name: "CellCompilerTests",
      dependencies: [
        "Basics", "Figures", "NotebookDocument", "Processes", "Toolchains", "CellCompiler", "CellKernel", "Reports",
        "ReportExport", "NotebookRunning", "NotebookBench",
      ]),
    .testTarget(
      name: "CellKernelTests",
      dependencies: [
        "Basics", "Display", "NotebookDocument", "Processes", "CellCompiler", "CellKernel", "Reports",
        "NotebookRunning", "NotebookBench", "TestPrograms",
      ], exclude: ["Golden"]),
    .testTarget(
      name: "DisplayTests",
      dependencies: ["Display", "Reports", "NotebookBench"]),
    .testTarget(
      name: "SafeMarkupTests",
      dependencies: ["TestTiers", "Basics", "NotebookDocument", "SafeMarkup", "NotebookBench"]),
    .testTarget(
      name: "DrawingsTests",
      dependencies: [
        "Figures", "Display", "NotebookDocument", "Processes", "Caches", "Drawings", "Reports", "ReportExport",
        "NotebookRunning", "NotebookBench", "TestPrograms",
      ]),
    .testTarget(
      name: "ReportsTests",
      dependencies: [
        "TestTiers", "TestCaches", "Basics", "CCommonMark", "Figures", "Display", "NotebookDocument", "Processes",
        "Files", "Caches",
        "CellKernel",
        "SafeMarkup", "Drawings", "Reports", "ReportExport", "NotebookRunning", "Preview", "NotebookBench",
        "TestPrograms",
      ]),
    .testTarget(
      name: "ReportExportTests",
      dependencies: [
        "TestTiers", "TestCaches", "Basics", "Display", "NotebookDocument", "Processes", "Caches", "Toolchains",
        "CellKernel", "Drawings", "NotebookImport", "Reports", "ReportExport", "NotebookRunning", "NotebookBench",
        "TestPrograms",
      ], exclude: ["Golden"]),
    .testTarget(
      name: "NotebookRunningTests",
      dependencies: [
        "Figures", "Display", "NotebookDocument", "Toolchains", "CellCompiler", "CellKernel", "Drawings", "Reports",
        "ReportExport", "NotebookRunning", "TestDisks", "NotebookBench", "TestPrograms",
      ], exclude: ["Golden"]),
    .testTarget(
      name: "AssignmentChecksTests",
      dependencies: ["NotebookDocument", "Assignments", "NotebookRunning", "AssignmentChecks", "NotebookBench"]),
    .testTarget(
      name: "PreviewTests",
      dependencies: [
        "TestCaches", "Basics", "Display", "NotebookDocument", "CellKernel", "Drawings", "Reports", "Preview",
        "LocalServer", "LoopbackClient", "NotebookBench",
      ]),
    .testTarget(
      name: "GimbalCommandTests", dependencies: ["Processes", "NotebookBench", "TestPrograms", "TestTiers"]),
    .testTarget(
      name: "DocumentsTests",
      dependencies: [
        "Basics", "Display", "Results", "Gimbal", "NotebookDocument", "Processes", "Toolchains", "CellCompiler",
        "CellKernel", "NotebookRunning", "gimbal-reference", "NotebookBench",
      ]),
  ],
  cxxLanguageStandard: .cxx17
)

for (wing, rooms) in wings {
  for target in package.targets where rooms.contains(target.name) {
    let isForTests = target.type == .test || wing == "Support"
    target.path = "\(isForTests ? "Tests" : "Sources")/\(wing)/\(target.name)"
  }
}

// Who imports a parser of Swift, by whatever way, has to see SwiftSyntax.
var parsing: Set = ["CellCompiler", "NotebookImport", "gimbal-house"]
while let next = package.targets.first(where: { target in
  !parsing.contains(target.name)
    && target.dependencies.contains { if case .byNameItem(let name, _) = $0 { parsing.contains(name) } else { false } }
}) { parsing.insert(next.name) }
for target in package.targets {
  let settings: [SwiftSetting] =
    (parsing.contains(target.name) ? [.unsafeFlags(["-I", host])] : [])
    + (unhurried.contains(target.name) ? [.unsafeFlags(["-Onone"], .when(configuration: .release))] : [])
  if !settings.isEmpty { target.swiftSettings = (target.swiftSettings ?? []) + settings }
}

// Who imports a room that exports others sees theirs, too, and is built again when they change: SwiftPM has to be told.
for name in ["Gimbal", "Inertial"] {
  func named(_ target: Target) -> [(name: String, dependency: Target.Dependency)] {
    target.dependencies.compactMap { if case .byNameItem(let name, _) = $0 { (name, $0) } else { nil } }
  }
  guard let exported = package.targets.first(where: { $0.name == name }).map(named) else { continue }
  for target in package.targets {
    let own = Set(named(target).map(\.name))
    guard own.contains(name) else { continue }
    target.dependencies += exported.filter { !own.contains($0.name) }.map(\.dependency)
  }
}

// The tests prove the program that is installed: a release build, whose rooms let `@testable import` in, except those whose tests
// do without, for that costs the compiler a fifth more. What only tests use is not optimised, which halves its time in the
// compiler. And one compilation writes a module and its code: the compiler's driver would start two, each of which reads and types
// all of it, for somebody who waits only for the module; here nobody does. All that concerns no package that depends on this one.
let closed: Set = [
  "Basics", "Statistics", "Rotations", "Traces", "Calibration", "Simulation", "Recordings", "Inertial",
  "Posture", "InertialNetworks", "GestureFigures", "Results", "JudgedCalls", "Gimbal", "SafeMarkup", "NotebookImport",
]
if !Context.packageDirectory.contains("/checkouts/") {
  for target in package.targets where target.type != .system && target.type != .plugin {
    let isForTests = target.type == .test || target.path?.hasPrefix("Tests/") == true
    let flags =
      ["-no-emit-module-separately-wmo"] + (closed.contains(target.name) ? [] : ["-enable-testing"])
      + (isForTests ? ["-Onone"] : [])
    target.swiftSettings =
      (target.swiftSettings ?? []) + [.unsafeFlags(flags, .when(configuration: .release))]
  }
}

// A library of the C interface through which the peers' own tests reach `Rotations`; `make peers` asks for it, nobody else links it.
if ProcessInfo.processInfo.environment["GIMBAL_PEERS"] != nil {
  package.products.append(.library(name: "RotationsC", type: .dynamic, targets: ["RotationsC"]))
}
