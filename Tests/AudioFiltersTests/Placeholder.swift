import Testing

@testable import AudioFilters
