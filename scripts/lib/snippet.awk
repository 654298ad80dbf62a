# Prints the region of a Swift file between `// snippet: ANCHOR` and `// snippet.end` (-v anchor=…).
# Status 3: no such region; 4: it has no end; 5: the anchor stands twice.

{
  line = $0
  gsub(/^[ \t]+|[ \t]+$/, "", line)
}

line == "// snippet: " anchor {
  if (found) { twice = 1; exit 5 }
  found = inside = 1
  next
}

line ~ /^\/\/ snippet: / && inside { exit 4 }
line == "// snippet.end" { inside = 0; next }
inside { print }

END {
  if (twice) exit 5
  if (!found) exit 3
  if (inside) exit 4
}
