/// Where counting begins and ends: callgrind is told these names, so they stay functions of their
/// own.
@inline(never)
func markBegin() { marks &+= 1 }

@inline(never)
func markEnd() { marks &-= 1 }

/// Keeps the compiler from seeing that the two do nothing.
nonisolated(unsafe) private var marks = 0
