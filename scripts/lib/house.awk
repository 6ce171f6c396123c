# More rules of the house, which look at lines and names alone, over all files at once. Files of
# Sources are judged; what else is given only uses their names.
#
# unchecked  What is `@unchecked Sendable` says in the comment above it why that is right, in a
#            paragraph that begins with "Unchecked:".
# name       No two modules declare a type of one name for all of the module to see. The programs
#            may, as no module sees both.
# unsafe     Unsafe pointers stand only in the folders that `scripts/lib/unsafe.txt` lists, each with
#            its reason; a folder in that list has some.
# unused     What is declared in Sources is named there, in a benchmark or in a fuzzer: what only
#            tests need stands among them. Left out are what is called without its name, and names
#            that are declared more than once.
# length     A file of Sources has at most 400 lines.
# link       The names that comments link to, between two backticks each, are those of something, or of
#            a module.
#
# Prints "file:line: rule: what is wrong", and ends with 1 when there is a fault.

BEGIN {
  modifiers = "(@[A-Za-z_]+([(][^)]*[)])?|[a-z]+([(][a-z]+[)])?)"
  types = "(struct|enum|class|actor|protocol|typealias)"
  members = "(func|var|let)"
  split("main callAsFunction appendInterpolation", words, " ")
  for (at in words) is_called[words[at]] = 1
  # The list of folders, whose lines are "folder  reason".
  while (unsafe != "" && (getline line < unsafe) > 0) {
    unsafe_line++
    if (line ~ /^(#.*)?$/) continue
    split(line, words, " ")
    if (line ~ /^[^ ]+  +[^ ]/) line_of_folder[words[1]] = unsafe_line
    else report(unsafe, unsafe_line, "unsafe", "no reason for this folder")
  }
}

FNR == 1 {
  is_literal = 0
  conditions = 0
  comment = ""
  is_judged = FILENAME ~ /^Sources\//
  split(FILENAME, folders, "/")
  module = folders[2]
  is_module[module] = 1
}

FNR == 401 && is_judged { report(FILENAME, FNR, "length", "more than 400 lines") }

{
  text = $0
  sub(/(^|[ \t])\/\/.*/, "", text)
  if (FILENAME !~ /^Tests\//) count_words(text)
  was_literal = is_literal
  # The lines of a literal declare nothing.
  if (gsub(/"""/, "&") % 2) is_literal = !is_literal
  if (!is_judged || was_literal) next
  if ($0 ~ /^ *\/\/\//) {
    comment = comment $0 "\n"
    learn_links($0)
    next
  }
  if (text ~ /[Uu]nsafe/ && !(FILENAME in is_unsafe)) {
    is_unsafe[FILENAME] = 1
    if (!may_be_unsafe()) {
      report(FILENAME, FNR, "unsafe", "unsafe pointers in a folder that is not listed")
    }
  }
  if (text ~ /@unchecked Sendable/ && comment !~ /\/\/\/ Unchecked: /) {
    report(FILENAME, FNR, "unchecked", "`@unchecked Sendable` without a reason above it")
  }
  # An attribute on a line of its own stands between a comment and what it is about.
  if (text !~ /^ *@[A-Za-z_]+([(].*[)])?$/) comment = ""
  # What stands between #if and #endif is two columns further in.
  if (text ~ /^ *#if/) conditions++
  if (text ~ /^ *#endif/) conditions--
  learn_type(text)
  learn_member(text)
}

END {
  for (name in modules_of) {
    n = split(modules_of[name], parts, " ")
    programs = (modules_of[name] ~ / afx /) + (modules_of[name] ~ / vfx /)
    if (n < 2 || (n == 2 && programs == 2)) continue
    for (i = 1; i <= n; i++) {
      split(place_of[name, parts[i]], where, ":")
      report(where[1], where[2], "name", "`" name "` is declared in" list(parts, n, i) " too")
    }
  }
  for (name in place_of_member) {
    if (uses[name] > 1 || name in is_called) continue
    split(place_of_member[name], where, ":")
    report(where[1], where[2], "unused", "nothing but tests names `" name "`")
  }
  for (i = 1; i <= links; i++) {
    if (link_name[i] in uses || link_name[i] in is_module) continue
    report(link_file[i], link_line[i], "link", "there is no `" link_name[i] "`")
  }
  for (folder in line_of_folder) {
    if (folder in is_used) continue
    report(unsafe, line_of_folder[folder], "unsafe", "no unsafe pointers in `" folder "`")
  }
  exit faults > 0
}

# Whether one of the folders of this file is listed.
function may_be_unsafe(   n, i, parts, folder) {
  n = split(FILENAME, parts, "/")
  folder = parts[1]
  for (i = 2; i <= n; i++) {
    folder = folder "/" parts[i]
    if (!(folder in line_of_folder)) continue
    is_used[folder] = 1
    return 1
  }
  return 0
}

function count_words(text,   n, i, parts) {
  n = split(text, parts, /[^A-Za-z0-9_]+/)
  for (i = 1; i <= n; i++) if (parts[i] != "") uses[parts[i]]++
}

# The name that a line declares, when what it declares is one of `kinds`; else "".
function declared(text, kinds) {
  match(text, /^ */)
  if (!match(text, "^ *(" modifiers " )*" kinds " +`?[A-Za-z_]")) return ""
  text = substr(text, RSTART + RLENGTH - 1)
  match(text, /^[A-Za-z0-9_]+/)
  return substr(text, 1, RLENGTH)
}

function learn_type(text,   name) {
  match(text, /^ */)
  if (RLENGTH != 2 * conditions || text ~ /(^| )(file)?private /) return
  name = declared(text, types)
  if (name == "" || (name, module) in place_of) return
  place_of[name, module] = FILENAME ":" FNR
  if (!(name in modules_of)) modules_of[name] = " "
  modules_of[name] = modules_of[name] module " "
}

function learn_member(text,   name) {
  if (text ~ /(^| )(file)?private |(^| )override /) return
  name = declared(text, members)
  if (name != "") place_of_member[name] = FILENAME ":" FNR
}

# Notes the names of what a comment links to, as in ``Type/member(of:)``, for the end.
function learn_links(text,   parts, names, i, n, m, at) {
  n = split(text, parts, "``")
  for (i = 2; i < n; i += 2) {
    m = split(parts[i], names, "/")
    for (at = 1; at <= m; at++) {
      sub(/[^A-Za-z0-9_].*/, "", names[at])
      if (names[at] == "") continue
      links++
      link_name[links] = names[at]
      link_file[links] = FILENAME
      link_line[links] = FNR
    }
  }
}

# The names but the one at `besides`.
function list(names, n, besides,   i, text) {
  for (i = 1; i <= n; i++) if (i != besides) text = text (text == "" ? " " : ", ") names[i]
  return text
}

function report(file, line, rule, text) {
  printf "%s:%d: %s: %s\n", file, line, rule, text | "sort"
  faults++
}
