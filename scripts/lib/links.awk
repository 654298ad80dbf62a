# Reads Markdown files and prints their links and anchors:
# `anchor <tab> file <tab> slug` for every heading, `link <tab> file <tab> line <tab> target` for every link.
# Code blocks and code spans contain no links. Slugs are built as GitHub builds them.

function slug(s) {
  gsub(/`|!?\[|\]\([^)]*\)|\]/, "", s)
  gsub(/[ \t]+#*[ \t]*$/, "", s)
  s = tolower(s)
  gsub(/\342\200[\220-\257]|\342\206[\200-\277]/, "", s)
  gsub(/[!"#$%&'()*+,.\/:;<=>?@\\^{|}~]/, "", s)
  gsub(/[ \t]/, "-", s)
  return s
}

function anchor(name) { printf "anchor\t%s\t%s\n", FILENAME, name }

function link(target) {
  gsub(/^[ \t]*<?|>?[ \t]*$/, "", target)
  sub(/[ \t]+["'(].*$/, "", target)
  printf "link\t%s\t%d\t%s\n", FILENAME, FNR, target
}

FNR == 1 { fence = "" }

/^[ ]*(```|~~~)/ {
  mark = substr($1, 1, 3)
  if (fence == "") fence = mark
  else if (fence == mark) fence = ""
  next
}

fence != "" { next }

/^#+[ \t]/ {
  sub(/^#+[ \t]+/, "")
  name = slug($0)
  anchor(name (seen[FILENAME, name]++ ? "-" seen[FILENAME, name] - 1 : ""))
}

match($0, /<a (id|name)="[^"]*"/) {
  name = substr($0, RSTART, RLENGTH - 1)
  sub(/.*"/, "", name)
  anchor(name)
}

{
  gsub(/`[^`]*`/, "")
  if (match($0, /^[ ]*\[[^]]+\]:[ \t]*/)) link(substr($0, RLENGTH + 1))
  while (match($0, /\]\([^()]*(\([^()]*\)[^()]*)*\)/)) {
    link(substr($0, RSTART + 2, RLENGTH - 3))
    $0 = substr($0, RSTART + RLENGTH)
  }
}
