# Prints a Markdown file with its Swift sample N replaced by FOLDER/N.new where that exists (-v out=FOLDER). Counting goes
# on from -v number=N, and ends up in FOLDER/number, so that several files are counted as samples.awk counts them.

open && /^[ ]*```[ \t]*$/ { open = 0 }

!open { print }
open == 1 { print }

!open && /^[ ]*```/ && !closing() {
  open = 1
  info = $0
  gsub(/^[ ]*```[ \t]*|[ \t].*$/, "", info)
  if (tolower(info) == "swift") {
    number++
    fresh = out "/" number ".new"
    while ((getline line <fresh) > 0) { open = 2; print line }
    close(fresh)
  }
}

{ was_open = open }

function closing() { return was_open != 0 }

END { print number >(out "/number") }
