# Prints the Valgrind reports with one of our functions in the stack: mangled names of the module Net, and those of
# CLibcurl. Ends with the number of these and of other reports.

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
