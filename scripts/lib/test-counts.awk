# Reads what `swift test` printed and prints one line with the counts of both frameworks.
# The two run in two processes, each with a count of its own. -v either=1: one framework without tests is good.

function number_before(word, text) {
  if (!match(text, "[0-9]+ " word)) return 0
  return substr(text, RSTART, RLENGTH) + 0
}

# XCTest: the outermost suites, one for the process or one for each case that failed under --parallel.
/Test Suite '(All|Selected) tests' started/ { started++ }
/Test Suite '(All|Selected) tests' (passed|failed)/ { outermost = 1; ended++ }
/Executed [0-9]+ tests?, with / && outermost {
  outermost = 0
  executed += number_before("tests?, with", $0)
  xctest_skipped += number_before("tests? skipped", $0)
}
/Test Case '.*' passed \(/ { xctest_passed++ }
/Test Case '.*' failed \(/ { xctest_failed++ }

# XCTest under --parallel: a process for each case, whose output is shown only if it failed.
/^\[[0-9]+\/[0-9]+\] Testing / {
  split($1, part, /[][\/]/)
  parallel = part[3] + 0
}

# Swift Testing.
/Test run started\.$/ { testing_started = 1 }
/Test run with [0-9]+ tests?.* (passed|failed) after / { testing += number_before("tests?", $0); testing_finished = 1; next }
/^[^ ]+ Test .* passed after [0-9.]+ seconds/ { testing_passed++ }
/^[^ ]+ Test .* failed after [0-9.]+ seconds/ { testing_failed++; next }
/^[^ ]+ (Test|Suite) .* (passed after|started\.)/ { next }
/^[^ ]+ (Test|Suite) .* skipped(\.|: )/ { testing_skipped++ }

END {
  # A process that ended half-way: its cases up to there, and the one in which it ended.
  xctest_failed += started - ended
  if (parallel) { executed = parallel; xctest_skipped = 0 }
  else if (started > ended) executed = xctest_passed + xctest_skipped + xctest_failed
  if (testing_started && !testing_finished) testing = testing_passed + testing_skipped + ++testing_failed
  xctest_finished = started == ended && (ended || parallel)
  skipped = xctest_skipped + testing_skipped
  xctest = executed - xctest_failed - xctest_skipped
  swift_testing = testing - testing_failed - testing_skipped
  printf "XCTest: %d passed, %d failed; Swift Testing: %d passed, %d failed\n", xctest, xctest_failed, swift_testing, testing_failed
  if (xctest < 0 || swift_testing < 0) wrong("the counts contradict each other")
  if (!xctest_finished && !(either && testing)) wrong("XCTest did not finish")
  if (!testing_finished && !(either && executed)) wrong("Swift Testing did not finish")
  if (xctest_finished && !executed && !(either && testing)) wrong("XCTest ran nothing")
  if (testing_finished && !testing && !(either && executed)) wrong("Swift Testing ran nothing")
  if (skipped) wrong(skipped " skipped")
  if (xctest_failed + testing_failed) bad = 1
  exit bad
}

function wrong(what) {
  print "test-counts: " what >"/dev/stderr"
  bad = 1
}
