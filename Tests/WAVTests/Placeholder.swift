import Testing

@testable import WAV
