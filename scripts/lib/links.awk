# Reads Markdown files and prints what links and anchors they hold:
# `anchor <tab> file <tab> slug` for every heading, `link <tab> file <tab> line <tab> target` for every link.
# Code blocks and code spans hold no links. Slugs are made as GitHub makes them.

function slug(text,    s) {
  s = text
  gsub(/`/, "", s)
  gsub(/!?\[/, "", s)
  gsub(/\]\([^)]*\)/, "", s)
  gsub(/\]/, "", s)
  gsub(/[ \t]+#*[ \t]*$/, "", s)
  s = tolower(s)
  gsub(/\342\200[\220-\257]|\342\206[\200-\277]/, "", s)
  gsub(/[!"#$%&'()*+,.\/:;<=>?@\\^{|}~]/, "", s)
  gsub(/[ \t]/, "-", s)
  return s
}

function heading(text,    s) {
  s = slug(text)
  if ((FILENAME, s) in seen) s = s "-" seen[FILENAME, s]++
  else seen[FILENAME, s] = 1
  printf "anchor\t%s\t%s\n", FILENAME, s
}

function link(target) {
  gsub(/^[ \t]*<?|>?[ \t]*$/, "", target)
  sub(/[ \t]+["'(].*$/, "", target)
  sub(/>$/, "", target)
  printf "link\t%s\t%d\t%s\n", FILENAME, FNR, target
}

FNR == 1 { fence = "" }

/^[ ]*(```|~~~)/ {
  mark = $0
  sub(/^[ ]*/, "", mark)
  mark = substr(mark, 1, 3)
  if (fence == "") fence = mark
  else if (fence == mark) fence = ""
  next
}

fence != "" { next }

/^#+[ \t]/ {
  text = $0
  sub(/^#+[ \t]+/, "", text)
  heading(text)
}

{
  text = $0
  while (match(text, /<a (id|name)="[^"]*"/)) {
    id = substr(text, RSTART, RLENGTH)
    gsub(/^[^"]*"|"$/, "", id)
    printf "anchor\t%s\t%s\n", FILENAME, id
    text = substr(text, RSTART + RLENGTH)
  }
  text = $0
  gsub(/`[^`]*`/, "", text)
  if (match(text, /^[ ]*\[[^]]+\]:[ \t]*/)) {
    link(substr(text, RLENGTH + 1))
    next
  }
  while (match(text, /\]\([^()]*(\([^()]*\)[^()]*)*\)/)) {
    link(substr(text, RSTART + 2, RLENGTH - 3))
    text = substr(text, RSTART + RLENGTH)
  }
}
