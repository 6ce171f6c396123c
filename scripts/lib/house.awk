# More rules of the house, which look at lines alone. Files of Sources are judged.
#
# unchecked  What is `@unchecked Sendable` says in the comment above it why that is right, in a
#            paragraph that begins with "Unchecked:".
#
# Prints "file:line: rule: what is wrong", and ends with 1 when there is a fault.

FNR == 1 {
  is_literal = 0
  comment = ""
  is_judged = FILENAME ~ /^Sources\//
}

{
  text = $0
  sub(/(^|[ \t])\/\/.*/, "", text)
  was_literal = is_literal
  # The lines of a literal declare nothing.
  if (gsub(/"""/, "&") % 2) is_literal = !is_literal
  if (!is_judged || was_literal) next
  if ($0 ~ /^ *\/\/\//) {
    comment = comment $0 "\n"
    next
  }
  if (text ~ /@unchecked Sendable/ && comment !~ /\/\/\/ Unchecked: /) {
    report(FILENAME, FNR, "unchecked", "`@unchecked Sendable` without a reason above it")
  }
  # An attribute on a line of its own stands between a comment and what it is about.
  if (text !~ /^ *@[A-Za-z_]+([(].*[)])?$/) comment = ""
}

END { exit faults > 0 }

function report(file, line, rule, text) {
  printf "%s:%d: %s: %s\n", file, line, rule, text | "sort"
  faults++
}
