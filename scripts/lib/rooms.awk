# Finds what refers from a folder of Filters to a type or function of a folder that comes later.
# Takes all files twice, after `pass=1` for what they declare and after `pass=2` for what they name.
# Members of extensions do not count. Variables: `order`, the folders from the lowest to the highest;
# `root`, their parent.

BEGIN { rooms = split(order, list, " "); for (i = 1; i <= rooms; i++) rank[list[i]] = i }

FNR == 1 {
  room = FILENAME
  sub("^.*" root "/", "", room)
  if (room !~ /\//) room = "(no folder)"
  sub("/.*", "", room)
  isText = 0
  delete seen
  if (!(room in rank) && !((room) in unknown)) {
    unknown[room]
    print FILENAME ": the folder " room " has no place in the order of scripts/rooms"
    faults++
  }
}

{
  line = $0
  # Texts of several lines, then texts of one, then comments.
  while (match(line, /"""/)) {
    line = isText ? substr(line, RSTART + 3) : substr(line, 1, RSTART - 1) " "
    isText = !isText
    if (isText) break
  }
  if (isText && line == $0) next
  gsub(/"([^"\\]|\\.)*"/, "", line)
  sub(/\/\/.*/, "", line)
}

pass == 1 {
  if (match(line, /^((@[A-Za-z]+(\([^)]*\))?|package|public|indirect|final|nonisolated) )*(struct|class|enum|protocol|typealias|actor|func) [A-Za-z_0-9]+/)) {
    words = split(substr(line, RSTART, RLENGTH), word, " ")
    name = word[words]
    if (name in home && home[name] != room) twice[name]
    home[name] = room
    if (word[words - 1] == "func") isFunction[name]
  }
  # What a file has by the same name for itself: members, variables and parameters.
  rest = line
  while (match(rest, /(func|let|var|private func) [A-Za-z_0-9]+|[A-Za-z_0-9]+:/)) {
    name = substr(rest, RSTART, RLENGTH)
    rest = substr(rest, RSTART + RLENGTH)
    sub(/.* /, "", name)
    sub(/:$/, "", name)
    own[FILENAME, name]
  }
}

pass == 2 {
  while (match(line, /[.A-Za-z_0-9]+/)) {
    name = substr(line, RSTART, RLENGTH)
    after = substr(line, RSTART + RLENGTH, 1)
    line = substr(line, RSTART + RLENGTH)
    if (name ~ /^\./) continue
    split(name, part, ".")
    name = part[1]
    if (!(name in home) || name in seen || name in twice) continue
    if (name in isFunction && (after != "(" || (FILENAME, name) in own)) continue
    if (room in rank && rank[home[name]] > rank[room]) {
      seen[name]
      print FILENAME ":" FNR ": " room " refers to " name " of " home[name] ", which comes later"
      faults++
    }
  }
}

END { exit faults > 0 }
