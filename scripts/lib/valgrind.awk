# The reports of Valgrind with one of our functions in the stack: those of the module Net, whose names are mangled, and
# those of CLibcurl. Prints them, and at the end how many there were, and how many without.

function close_report() {
  if (report ~ /(at|by) 0x[0-9A-Fa-f]+: (\$s3Net|libcurl_)/) { ours++; printf "%s", report }
  else if (report ~ /(at|by) 0x[0-9A-Fa-f]+: /) others++
  report = ""
}

/^==[0-9]+== *$/ { close_report() }
/^==[0-9]+== *[^ ]/ { report = report $0 "\n" }
END {
  close_report()
  printf "%d reports with our code in the stack, %d without\n", ours, others
  exit ours > 0
}
