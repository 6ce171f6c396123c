// swift-tools-version: 6.2
import PackageDescription

// Access by `package` ends at a package's border, so the product's modules are built here once
// more, from the same sources: `Product` leads to the folder `Sources` of the repository.
let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "Bytes", path: "Product/Bytes"),
    .target(name: "Pipes", path: "Product/Pipes"),
    .target(name: "Geometry", dependencies: ["Bytes"], path: "Product/Geometry"),
    .target(name: "Colors", dependencies: ["Bytes"], path: "Product/Colors"),
    .target(name: "Y4M", dependencies: ["Bytes", "Pipes"], path: "Product/Y4M"),
    .target(name: "Images", dependencies: ["Bytes", "Colors"], path: "Product/Images"),
    .target(
      name: "Fonts", dependencies: ["Bytes", "Geometry", "Colors", "Images"],
      path: "Product/Fonts"),
    .target(
      name: "Shapes", dependencies: ["Bytes", "Geometry", "Fonts"], path: "Product/Shapes"),
    .target(name: "Text", dependencies: ["Bytes", "Geometry", "Fonts"], path: "Product/Text"),
    .target(name: "Subtitles", dependencies: ["Bytes", "Colors"], path: "Product/Subtitles"),
    .target(name: "Timeline", dependencies: ["Bytes", "Colors"], path: "Product/Timeline"),
    .target(
      name: "Plates", dependencies: ["Bytes", "Geometry", "Colors", "Images", "Fonts", "Shapes"],
      path: "Product/Plates"),
    .target(
      name: "Lottie",
      dependencies: [
        "Bytes", "Geometry", "Colors", "Images", "Fonts", "Shapes", "Plates", "Timeline",
      ],
      path: "Product/Lottie"),
    .target(name: "Markup", dependencies: ["Bytes"], path: "Product/Markup"),
    .target(
      name: "SVG",
      dependencies: [
        "Bytes", "Geometry", "Colors", "Images", "Fonts", "Shapes", "Text", "Plates", "Markup",
      ],
      path: "Product/SVG"),
    .target(
      name: "Captions", dependencies: ["Bytes", "Subtitles", "Timeline", "Markup"],
      path: "Product/Captions"),
    .target(name: "Grades", dependencies: ["Bytes", "Markup"], path: "Product/Grades"),

    // With a file of its own, for what no other module can reach.
    .target(
      name: "Filters",
      dependencies: [
        "Bytes", "Geometry", "Colors", "Grades", "Y4M", "Images", "Fonts", "Shapes", "Text",
        "Subtitles", "Timeline", "Lottie", "SVG", "Captions",
      ],
      path: "Modules/Filters"),

    // The ceiling of a pipe.
    .executableTarget(name: "copier", dependencies: ["Pipes"]),

    // Glyphs as the product draws them, for scripts/compare/glyphs.
    .executableTarget(name: "glyphs", dependencies: ["Pipes", "Geometry", "Fonts"]),

    // Shapes lines for scripts/compare/shaping.
    .executableTarget(name: "shape", dependencies: ["Pipes", "Fonts", "Text"]),

    // The motion between two frames, for scripts/compare/flow.
    .executableTarget(name: "motion", dependencies: ["Pipes", "Y4M", "Filters"]),

    // One kernel after another.
    .executableTarget(
      name: "kernels", dependencies: ["Bytes", "Pipes", "Y4M", "Images", "Timeline", "Filters"]),
  ]
)
