import Testing

@testable import Fonts
