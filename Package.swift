// swift-tools-version: 6.2
import PackageDescription

// Fuzzing needs a part of the compiler that not every toolchain has; scripts/fuzz asks for it.
let isFuzzing = Context.environment["VFX_FUZZ"] != nil

/// A program; a module like others where fuzzing has a program of its own.
func program(
  _ name: String, dependencies: [Target.Dependency], resources: [Resource] = []
) -> Target {
  isFuzzing
    ? .target(
      name: name, dependencies: dependencies, exclude: ["main.swift"], resources: resources)
    : .executableTarget(name: name, dependencies: dependencies, resources: resources)
}

let package = Package(
  name: "vfx",
  platforms: [.macOS(.v15)],
  products: isFuzzing
    ? []
    : [
      .executable(name: "vfx", targets: ["vfx"]),
      .executable(name: "afx", targets: ["afx"]),
    ],
  targets: [
    // Foundations.
    .target(name: "Bytes"),
    .target(name: "Pipes"),
    .target(name: "Options", dependencies: ["Bytes"]),
    .target(name: "Geometry", dependencies: ["Bytes"]),
    .target(name: "Colors", dependencies: ["Bytes"]),

    // Formats.
    .target(name: "Y4M", dependencies: ["Bytes", "Pipes"]),
    .target(name: "Serving", dependencies: ["Bytes", "Pipes"]),
    .target(name: "WAV", dependencies: ["Bytes", "Pipes"]),
    .target(name: "NUT", dependencies: ["Bytes", "Pipes", "Y4M"]),
    .target(name: "Images", dependencies: ["Bytes", "Colors"]),
    .target(name: "Fonts", dependencies: ["Bytes", "Geometry", "Colors", "Images"]),
    .target(name: "Shapes", dependencies: ["Bytes", "Geometry", "Fonts"]),
    .target(name: "Text", dependencies: ["Bytes", "Geometry", "Fonts"]),
    .target(name: "Subtitles", dependencies: ["Bytes", "Colors"]),
    .target(name: "Timeline", dependencies: ["Bytes", "Colors"]),
    .target(
      name: "Plates", dependencies: ["Bytes", "Geometry", "Colors", "Images", "Fonts", "Shapes"]),
    .target(
      name: "Lottie",
      dependencies: [
        "Bytes", "Geometry", "Colors", "Images", "Fonts", "Shapes", "Plates", "Timeline",
      ]),
    .target(name: "Markup", dependencies: ["Bytes"]),
    .target(
      name: "SVG",
      dependencies: [
        "Bytes", "Geometry", "Colors", "Images", "Fonts", "Shapes", "Text", "Plates", "Markup",
      ]),
    .target(name: "Captions", dependencies: ["Bytes", "Subtitles", "Timeline", "Markup"]),
    .target(name: "Grades", dependencies: ["Bytes", "Markup"]),
    .target(name: "Interchange", dependencies: ["Bytes", "Timeline", "Markup"]),

    // What stands in pictures.
    .target(
      name: "Scopes", dependencies: ["Bytes", "Geometry", "Colors", "Y4M", "Images", "Fonts"]),

    // Where pictures come from.
    .target(name: "Clips", dependencies: ["Bytes", "Pipes", "Y4M", "NUT", "Timeline"]),

    // What happens to pictures.
    .target(
      name: "Filters",
      dependencies: [
        "Bytes", "Geometry", "Colors", "Grades", "Y4M", "Images", "Fonts", "Shapes", "Text",
        "Subtitles", "Timeline", "Lottie", "SVG", "Captions",
      ]),

    // What happens to sounds, and where they come from.
    .target(name: "AudioFilters", dependencies: ["Bytes", "WAV", "Timeline"]),
    .target(
      name: "Sounds",
      dependencies: ["Bytes", "Pipes", "WAV", "NUT", "Timeline", "Clips", "AudioFilters"]),

    // What the programs share: their console, their timelines, their help.
    .target(
      name: "Shell",
      dependencies: [
        "Bytes", "Pipes", "Options", "Y4M", "WAV", "Images", "Subtitles", "Timeline", "Clips",
        "Filters", "AudioFilters", "Sounds",
      ]),

    // The programs.
    program(
      "vfx",
      dependencies: [
        "Bytes", "Pipes", "Options", "Y4M", "NUT", "Images", "Fonts", "Text", "Subtitles",
        "Timeline", "Captions", "Clips", "Filters", "Scopes", "Interchange", "Serving", "Shell",
      ], resources: [.embedInCode("Preview/preview.html")]),
    program(
      "afx",
      dependencies: [
        "Bytes", "Pipes", "Options", "Geometry", "WAV", "NUT", "Images", "Fonts", "Timeline",
        "Clips", "AudioFilters", "Sounds", "Shell",
      ]),

    // What fuzzers run, also on what once made them fail.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "Bytes", "Pipes", "Options", "Geometry", "Colors", "Y4M", "WAV", "NUT", "Images", "Fonts",
        "Text", "Subtitles", "Timeline", "Lottie", "SVG", "Captions", "Markup", "Grades",
        "Interchange",
        "Clips",
        "Filters", "Serving",
        "AudioFilters", "Shell", "vfx", "afx",
      ],
      path: "Fuzz/Targets"),

    // Tests, one folder per module.
    .target(name: "TestFiles", path: "Tests/TestFiles"),
    .target(name: "TestNumbers", path: "Tests/TestNumbers"),
    .target(
      name: "TestSupport",
      dependencies: [
        "Bytes", "Pipes", "Options", "Y4M", "Images", "Fonts", "Timeline", "Clips", "Filters",
      ],
      path: "Tests/TestSupport"),
    .testTarget(name: "BytesTests", dependencies: ["Bytes", "TestNumbers"]),
    .testTarget(name: "PipesTests", dependencies: ["Pipes", "TestNumbers", "TestSupport"]),
    .testTarget(name: "OptionsTests", dependencies: ["Options", "TestSupport"]),
    .testTarget(name: "ColorsTests", dependencies: ["Colors", "TestFiles"]),
    .testTarget(
      name: "FontsTests",
      dependencies: ["Bytes", "Geometry", "Images", "Fonts", "TestFiles", "TestNumbers"]),
    .testTarget(
      name: "ShapesTests", dependencies: ["Bytes", "Geometry", "Fonts", "Shapes", "TestNumbers"]),
    .testTarget(
      name: "LottieTests",
      dependencies: ["Bytes", "Geometry", "Images", "Fonts", "Lottie", "TestFiles", "TestSupport"]),
    .testTarget(name: "SVGTests", dependencies: ["Bytes", "Images", "Fonts", "SVG", "TestFiles"]),
    .testTarget(
      name: "TextTests", dependencies: ["Bytes", "Geometry", "Fonts", "Text", "TestFiles"]),
    .testTarget(
      name: "SubtitlesTests", dependencies: ["Bytes", "Subtitles", "TestFiles", "TestNumbers"]),
    .testTarget(
      name: "CaptionsTests", dependencies: ["Bytes", "Subtitles", "Captions", "TestFiles"]),
    .testTarget(name: "MarkupTests", dependencies: ["Markup"]),
    .testTarget(name: "GradesTests", dependencies: ["Bytes", "Images", "Grades", "TestFiles"]),
    .testTarget(
      name: "InterchangeTests", dependencies: ["Bytes", "Timeline", "Interchange", "TestFiles"]),
    .testTarget(
      name: "ScopesTests",
      dependencies: ["Bytes", "Colors", "Y4M", "Images", "Scopes", "TestFiles"]),
    .testTarget(name: "ServingTests", dependencies: ["Bytes", "Pipes", "Serving"]),
    .testTarget(name: "Y4MTests", dependencies: ["Y4M", "TestFiles", "TestNumbers"]),
    .testTarget(name: "WAVTests", dependencies: ["Bytes", "Pipes", "WAV", "TestFiles"]),
    .testTarget(name: "NUTTests", dependencies: ["Bytes", "Pipes", "Y4M", "NUT", "TestFiles"]),
    .testTarget(
      name: "AudioFiltersTests", dependencies: ["Bytes", "WAV", "Timeline", "AudioFilters"]),
    .testTarget(
      name: "SoundsTests",
      dependencies: [
        "Bytes", "Pipes", "WAV", "NUT", "Timeline", "Clips", "AudioFilters", "Sounds",
        "TestFiles", "TestSupport",
      ]),
    .testTarget(name: "ImagesTests", dependencies: ["Images", "TestFiles", "TestNumbers"]),
    .testTarget(name: "TimelineTests", dependencies: ["Timeline", "TestFiles", "TestNumbers"]),
    .testTarget(
      name: "ClipsTests",
      dependencies: [
        "Bytes", "Pipes", "Y4M", "Timeline", "Clips", "TestFiles", "TestNumbers", "TestSupport",
      ]),
    .testTarget(
      name: "FiltersTests",
      dependencies: [
        "Bytes", "Colors", "Geometry", "Fonts", "Images", "Timeline", "Filters",
        "TestFiles", "TestNumbers", "TestSupport",
      ]),
    .testTarget(
      name: "GoldenTests",
      dependencies: [
        "Bytes", "Y4M", "Images", "Fonts", "Timeline", "Filters", "Scopes",
        "TestFiles", "TestSupport",
      ]),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "vfx", "afx", "Bytes", "Pipes", "Y4M", "NUT", "Shell", "Options", "Timeline", "Images",
        "Filters",
        "TestFiles", "TestNumbers", "TestSupport",
      ]),
    // The programs stand here too, as only what a test names is linked of them.
    .testTarget(
      name: "FuzzTests", dependencies: ["FuzzTargets", "TestFiles", "TestSupport", "vfx", "afx"]),
  ]
    + (isFuzzing
      ? [
        .executableTarget(
          name: "vfx-fuzz", dependencies: ["FuzzTargets", "Pipes"], path: "Fuzz/Driver")
      ] : [])
)

// What most of the time of tests goes into is optimised in debug builds too, its assertions left
// in: it takes a minute more to compile, and the tests a third of the time. They run the loops that
// ship.
let optimised: Set = [
  "Bytes", "Geometry", "Colors", "Y4M", "WAV", "NUT", "Images", "Fonts", "Timeline", "Grades",
  "Plates", "Lottie", "SVG", "Filters", "AudioFilters", "TestNumbers", "TestSupport",
]
for target in package.targets where optimised.contains(target.name) {
  target.swiftSettings = [
    .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))
  ]
}
