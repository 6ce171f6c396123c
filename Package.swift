// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "vfx",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "vfx", targets: ["vfx"])
  ],
  targets: [
    // Foundations.
    .target(name: "Bytes"),
    .target(name: "Pipes"),
    .target(name: "Options"),

    // Formats.
    .target(name: "Y4M", dependencies: ["Bytes", "Pipes"]),
    .target(name: "Images", dependencies: ["Bytes"]),
    .target(name: "Timeline", dependencies: ["Bytes"]),

    // What happens to pictures.
    .target(name: "Filters", dependencies: ["Bytes", "Y4M", "Images", "Timeline"]),

    // The program.
    .executableTarget(
      name: "vfx",
      dependencies: ["Bytes", "Pipes", "Options", "Y4M", "Images", "Timeline", "Filters"]),

    // Tests, one folder per module.
    .target(
      name: "TestSupport", dependencies: ["Y4M", "Images", "Timeline", "Filters"],
      path: "Tests/TestSupport"),
    .testTarget(name: "BytesTests", dependencies: ["Bytes"]),
    .testTarget(name: "PipesTests", dependencies: ["Pipes"]),
    .testTarget(name: "OptionsTests", dependencies: ["Options"]),
    .testTarget(name: "Y4MTests", dependencies: ["Y4M"]),
    .testTarget(name: "ImagesTests", dependencies: ["Images"]),
    .testTarget(name: "TimelineTests", dependencies: ["Timeline"]),
    .testTarget(name: "FiltersTests", dependencies: ["Filters", "TestSupport"]),
    .testTarget(name: "CommandTests", dependencies: ["vfx", "Options", "Pipes", "Y4M"]),
  ]
)
