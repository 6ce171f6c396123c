// Filters
