# The rules of the house that neither the compiler nor swift-format knows, over all files at once.
# What stands in what is read from indentation, which scripts/format keeps. Files of Sources are
# judged; what else is given only uses their names.
#
# comment  What is `package`, and what a `package protocol` requires, has a doc comment. Cases are left
#          out, and members that do what a documented requirement says of a protocol that the head of
#          their type or extension names.
# access   What is `package` is named by another module, or by a declaration that is.
# inline   What is `@inlinable` is `public`: of what is `package` other modules inline nothing.
#
# Prints "file:line: rule: what is wrong", and ends with 1 when there is a fault.

BEGIN {
  kinds = "(struct|enum|class|actor|protocol|extension|var|let|func|init|subscript|typealias" \
    "|associatedtype|case)"
  modifiers = "(@[A-Za-z_]+([(][^)]*[)])?|[a-z]+([(][a-z]+[)])?)"
  standard("CustomStringConvertible", "description")
  standard("Equatable", "==")
  standard("Comparable", "<")
  standard("Hashable", "== hash(into:)")
  standard("Sequence", "makeIterator() Element Iterator underestimatedCount")
  standard("IteratorProtocol", "next() Element")
  standard("RandomAccessCollection", \
    "startIndex endIndex subscript index(after:) index(before:) Element Index count")
  standard("Identifiable", "id")
  standard("CaseIterable", "allCases")
  standard("RawRepresentable", "rawValue init(rawValue:)")
  standard("OptionSet", "rawValue init(rawValue:)")
  standard("ExpressibleByStringLiteral", "init(stringLiteral:)")
  # What the language calls without its name.
  split("callAsFunction wrappedValue projectedValue buildBlock buildExpression", words, " ")
  for (at in words) requirement[words[at]] = 1
}

# What a protocol of the standard library requires, each with its labels.
function standard(name, requirements,   n, i, keys) {
  n = split(requirements, keys, " ")
  for (i = 1; i <= n; i++) require(name, keys[i])
}

function require(name, key) {
  required[name, key] = 1
  sub(/[(].*/, "", key)
  requirement[key] = 1
}

FNR == 1 {
  is_literal = 0
  is_judged = FILENAME ~ /^Sources\//
  module = FILENAME
  if (is_judged) {
    split(FILENAME, folders, "/")
    module = folders[2]
  }
}

{
  note_uses(module, code($0))
  if (!is_judged) next
  count++
  lines[count] = is_literal ? "" : $0
  file[count] = FILENAME
  number[count] = FNR
  module_of[count] = module
  # The lines of a literal declare nothing.
  if (gsub(/"""/, "&") % 2) is_literal = !is_literal
  # What other modules compile into themselves they see whole.
  if (/@inlinable|@usableFromInline/) is_inlinable[FILENAME] = 1
}

END {
  for (pass = 1; pass <= 2; pass++) {
    depth = 0
    has_comment = 0
    for (at = 1; at <= count; at++) visit(at)
  }
  exit faults > 0
}

# The code of a line, without its comment.
function code(text) {
  sub(/(^|[ \t])\/\/.*/, "", text)
  return text
}

function note_uses(module, text,   words, word) {
  words_of(text, words)
  for (word in words) {
    if (!((module, word) in uses)) {
      uses[module, word] = 1
      users[word]++
    }
  }
}

function words_of(text, words,   n, i, parts) {
  split("", words)
  n = split(text, parts, /[^A-Za-z0-9_]+/)
  for (i = 1; i <= n; i++) if (parts[i] != "") words[parts[i]] = 1
}

function visit(at,   text, kind, head, inner, key) {
  if (at > 1 && file[at] != file[at - 1]) {
    depth = 0
    has_comment = 0
  }
  if (lines[at] ~ /^ *\/\/\//) {
    has_comment = 1
    return
  }
  text = code(lines[at])
  if (pass == 2) judge_inlining(at, text)
  # An attribute on a line of its own stands between a comment and what it is about.
  if (text ~ /^ *@[A-Za-z_]+([(].*[)])?$/) return
  if (text !~ /^ *$/ && text !~ /^ *[][(){}>]/) {
    while (depth > 0 && indent_of(text) <= scope_indent[depth]) depth--
    kind = kind_of(text)
    if (pass == 1 && is_inlinable[file[at]]) note_signature(at, text)
    if (kind != "") {
      head = head_of(at, kind)
      inner = depth > 0 && indent_of(text) == scope_indent[depth] + 2
      key = key_of(head, kind)
      if (pass == 1) learn(at, head, kind, key, inner)
      else judge(at, head, kind, key, inner)
      if (is_scope(kind)) enter(at, head, kind, key)
    }
  }
  has_comment = 0
}

# An attribute may stand on a line before that of its declaration.
function judge_inlining(at, text) {
  if (text ~ /@inlinable/) is_inlined = 1
  if (text !~ kinds " *[^ ]*") return
  if (is_inlined && text ~ /(^|[ \t])package /)
    report(at, "inline", "what is package is not inlined by other modules; make it public")
  is_inlined = 0
}

function indent_of(text) {
  match(text, /^ */)
  return RLENGTH
}

# A declaration from its kind on.
function from_kind(text) {
  sub(/^ */, "", text)
  while (text !~ ("^" kinds "([^A-Za-z0-9_]|$)") && match(text, "^" modifiers " +")) {
    text = substr(text, RLENGTH + 1)
  }
  return text
}

# The kind of what a line declares; "" when it declares nothing.
function kind_of(text) {
  text = from_kind(text)
  if (text !~ ("^" kinds "([^A-Za-z0-9_:.,]|$)")) return ""
  match(text, /^[a-z]+/)
  return substr(text, 1, RLENGTH)
}

function is_scope(kind) { return kind ~ /^(struct|enum|class|actor|protocol|extension)$/ }

# A declaration up to its body: as far as its brackets reach, and up to a brace where there is one.
function head_of(at, kind,   text, next_line) {
  text = code(lines[at])
  while (at < count && file[at + 1] == file[at]) {
    next_line = code(lines[at + 1])
    if (text ~ /[{]/ && kind !~ /^(var|let)$/) break
    if (open_brackets(text) <= 0 && !is_scope(kind) && next_line !~ /^ *(->|where |[{])/) break
    text = text " " next_line
    at++
  }
  if (kind !~ /^(var|let)$/ || text !~ /=/) sub(/[{].*/, "", text)
  return text
}

# How many brackets a text leaves open.
function open_brackets(text,   opened) {
  opened = gsub(/[[(]/, "", text)
  return opened - gsub(/[])]/, "", text)
}

# What a declaration is called: a property and an operator by its name, a function as
# "decode(_:in:)".
function key_of(head, kind,   name, at, letter, nesting, part, labels) {
  if (kind == "subscript") return kind
  head = substr(from_kind(head), length(kind) + 1)
  sub(/^[ `]*/, "", head)
  if (kind == "init") name = kind
  else {
    match(head, /^([A-Za-z0-9_.]+|[^A-Za-z0-9_ (`]+)/)
    name = substr(head, 1, RLENGTH)
    sub(/^.*[.]/, "", name)
  }
  if ((kind != "init" && kind != "func") || name !~ /^[A-Za-z]/) return name
  sub(/^[^(]*[(]/, "", head)
  for (at = 1; at <= length(head); at++) {
    letter = substr(head, at, 1)
    if (letter ~ /[[(<]/) nesting++
    if (letter ~ /[])]/ || (letter == ">" && substr(head, at - 1, 1) != "-")) nesting--
    if (nesting < 0 || (nesting == 0 && letter == ",")) {
      if (match(part, /[A-Za-z0-9_]+/)) labels = labels substr(part, RSTART, RLENGTH) ":"
      part = ""
    } else part = part letter
    if (nesting < 0) break
  }
  return name "(" labels ")"
}

# Begins a scope. Its parents are the names after its colon.
function enter(at, head, kind, name) {
  depth++
  scope_indent[depth] = indent_of(lines[at])
  scope_kind[depth] = kind
  scope_name[depth] = name
  scope_is_package[depth] = is_package(head)
  scope_parents[depth] = parents_of(head)
  # What an extension of a protocol declares may be what the protocol requires.
  if (kind == "extension") scope_parents[depth] = scope_parents[depth] " " name
}

function parents_of(head) {
  sub(/ where .*/, "", head)
  if (!match(head, /:/)) return ""
  head = substr(head, RSTART + 1)
  gsub(/[^A-Za-z0-9_]+/, " ", head)
  return head
}

function is_package(head,   kind) {
  kind = from_kind(head)
  return substr(head, 1, length(head) - length(kind)) ~ /(^| )package /
}

function is_requirement(kind, inner) {
  return inner && scope_kind[depth] == "protocol" && kind ~ /^(var|func|init|subscript)$/
}

# Notes what protocols require, and the words that other modules see in declarations.
function learn(at, head, kind, key, inner) {
  if (kind == "protocol") parents[key] = parents_of(head)
  if (is_requirement(kind, inner) && has_comment) require(scope_name[depth], key)
  if (is_package(head) \
    || (inner && scope_is_package[depth] && scope_kind[depth] ~ /protocol|enum/)) {
    note_signature(at, head)
  } else if (kind == "extension" && match(head, / where /)) {
    note_signature(at, substr(head, RSTART))
  }
}

# A word before a colon is a label, not a use.
function note_signature(at, text,   words, word) {
  gsub(/[a-z_][A-Za-z0-9_]*:/, " ", text)
  words_of(text, words)
  for (word in words) signatures[module_of[at], word] = signatures[module_of[at], word] " " at " "
}

function judge(at, head, kind, key, inner,   name, others) {
  if (kind == "case" || kind == "extension") return
  if (!is_package(head)) {
    if (is_requirement(kind, inner) && scope_is_package[depth] && !has_comment) {
      report(at, "comment", "a package protocol requires `" key "` without saying what it is")
    }
    return
  }
  if (!has_comment && !(inner && is_required(scope_parents[depth], key))) {
    report(at, "comment", "`" key "` is package without a doc comment or a documented requirement")
  }
  name = key
  sub(/[(].*/, "", name)
  if (kind == "init" || kind == "subscript" || name !~ /^[A-Za-z]/ || name in requirement) return
  others = signatures[module_of[at], name]
  sub(" " at " ", "", others)
  if (users[name] < 2 && others == "") {
    report(at, "access", "`" name "` is package, and no other module names it")
  }
}

# Whether one of the protocols, or one that they refine, requires this with a comment.
function is_required(protocols, key,   n, i, names) {
  n = split(protocols, names, " ")
  for (i = 1; i <= n; i++) {
    if ((names[i], key) in required) return 1
    if (names[i] in parents && is_required(parents[names[i]], key)) return 1
  }
  return 0
}

function report(at, rule, text) {
  printf "%s:%d: %s: %s\n", file[at], number[at], rule, text
  faults++
}
