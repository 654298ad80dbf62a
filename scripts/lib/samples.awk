# Lists the Swift samples of Markdown files and takes them apart.
# -v out=FOLDER: the block number N goes to FOLDER/N.text, its place and source to FOLDER/list as
# `N <tab> path:line <tab> source#anchor`, where the source is `-` for a block without a mark. A block that hides whether it
# is Swift has the number 0 and for its source what is wrong: `language` when it names none, `fence` when it is not opened
# by three backticks at the beginning of a line.

function indent(line) {
  match(line, /^[ ]*/)
  return RLENGTH
}

function hides(what) { printf "%d\t%s:%d\t%s\n", 0, FILENAME, FNR, what >(out "/list") }

FNR == 1 { open = 0; mark = "" }

open && /^[ ]*```[ \t]*$/ {
  if (open == 2) close(out "/" number ".text")
  open = 0
  mark = ""
  next
}

open {
  if (open == 2) print >(out "/" number ".text")
  next
}

/^[ ]*(````|~~~)/ || /[^` ][ ]*```[ ]*[Ss][Ww][Ii][Ff][Tt]/ { hides("fence") }

/^[ ]*```/ {
  open = 1
  info = $0
  gsub(/^[ ]*```[ \t]*|[ \t].*$/, "", info)
  if (info == "") hides("language")
  if (tolower(info) == "swift") {
    open = 2
    number++
    printf "" >(out "/" number ".text")
    printf "%d\t%s:%d\t%s\n", number, FILENAME, FNR, mark == "" ? "-" : mark >(out "/list")
  } else if (mark != "") {
    printf "%d\t%s:%d\t%s\n", 0, FILENAME, FNR, mark >(out "/list")
  }
  mark = ""
  next
}

/^[ ]*<!-- sample: [^ ]+ -->[ \t]*$/ {
  if (mark != "") printf "%d\t%s:%d\t%s\n", 0, FILENAME, FNR, mark >(out "/list")
  mark = $0
  sub(/^[ ]*<!-- sample: /, "", mark)
  sub(/ -->[ \t]*$/, "", mark)
  next
}

/[^ \t]/ && mark != "" {
  printf "%d\t%s:%d\t%s\n", 0, FILENAME, FNR, mark >(out "/list")
  mark = ""
}

END { if (mark != "") printf "%d\t%s:%d\t%s\n", 0, FILENAME, FNR, mark >(out "/list") }
