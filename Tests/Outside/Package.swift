// swift-tools-version: 6.2
import PackageDescription

// A package of somebody else: `make outside`.
let package = Package(
  name: "outside",
  dependencies: [.package(name: "Gimbal", path: "../..")],
  targets: [
    .executableTarget(
      name: "outside",
      dependencies: [.product(name: "Rotations", package: "Gimbal"), .product(name: "Inertial", package: "Gimbal")])
  ]
)
