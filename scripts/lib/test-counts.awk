# Reads the output of `swift test --parallel`, then its result files, XCTest's first. -v either=1: one may have no
# tests.

FNR == 1 { file++ }

# From the output, prints each failure with its file and line again, after the output of the passing tests.
file == 1 && /(: error: |recorded an issue( with | at)|Fatal error: |Caught |crashed)/ { print }
file == 1 && /Test run with / && match($0, /[0-9]+ known issues?/) { known = "; " substr($0, RSTART, RLENGTH) }
file < 2 { next }

{ ended[FILENAME] = 1 }
/<testcase / { cases[FILENAME]++; is_failed = 0 }
/<skipped/ { skipped++ }
/<failure/ && !is_failed { failed[FILENAME]++; is_failed = 1 }

END {
  xctest = ARGV[2]
  testing = ARGV[3]
  if (skipped) wrong(skipped " skipped")
  if (!ended[xctest] && !(either && cases[testing])) wrong("XCTest did not finish")
  else if (!cases[xctest] && !(either && cases[testing])) wrong("XCTest ran nothing")
  if (!ended[testing] && !(either && cases[xctest])) wrong("Swift Testing did not finish")
  else if (!cases[testing] && !(either && cases[xctest])) wrong("Swift Testing ran nothing")
  printf "XCTest: %d passed, %d failed; Swift Testing: %d passed, %d failed%s\n", cases[xctest] - failed[xctest], failed[xctest],
    cases[testing] - failed[testing], failed[testing], known
  exit (bad || failed[xctest] + failed[testing] > 0)
}

function wrong(what) {
  print "run-tests: " what >"/dev/stderr"
  bad = 1
}
