# What several checks share. Sourced, never run. Prints the comment at the top of the script for --help.

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
case "${1-}" in -h | --help) awk 'NR > 1 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$0" && exit ;; esac

# main "$@": runs the `self_test` of a check, or its `check` over a tree, which is the package if none is named.
main() {
  if [ "${1-}" = --self-test ]; then self_test; else check "$(cd "${1-$repository}" && pwd)"; fi
}

# A folder $work that is removed at the end, and $scratch, for builds, which is in it unless `--scratch-path FOLDER` names
# another. $rest has the other arguments.
work_in() {
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  scratch=$work/build
  if [ "${1-}" = --scratch-path ]; then
    mkdir -p "$2"
    scratch=$(cd "$2" && pwd)
    shift 2
  fi
  rest=("$@")
}

# Builds the package in $scratch, with the arguments, unless that has its modules, in $modules.
build_modules() {
  modules=$scratch/debug/Modules
  [ -e "$modules/NetTesting.swiftmodule" ] ||
    swift build --package-path "$repository" --scratch-path "$scratch" "$@" </dev/null >"$work/log" 2>&1 || fail "it does not build"
}

# fail MESSAGE: ends the script, after what is in $work/log.
fail() {
  if [ -s "${work-}/log" ]; then tail -n 60 "$work/log" >&2; fi
  echo "$(basename "$0"): $1" >&2
  exit 1
}

# Prints the Swift files below the given folders of a root, relative to it, sorted. Folders that are not there are passed over.
swift_files() {
  local root=$1 place
  shift
  for place in "$@"; do
    [ -e "$root/$place" ] || continue
    (cd "$root" && find "$place" -name .build -prune -o -type f -name '*.swift' -print)
  done | LC_ALL=C sort
}

# Runs an awk program (with the library that strips comments and strings) over the files named on standard input.
# awk's own status comes back; without files it is 0.
awk_over_swift() {
  local root=$1 program=$2 file
  local files=()
  while IFS= read -r file; do files+=("$file"); done
  [ "${#files[@]}" -gt 0 ] || return 0
  (cd "$root" && LC_ALL=C awk -f "$repository/scripts/lib/swift-code.awk" -f "$program" "${files[@]}")
}

# --- A check's proof that each of its rules can fail -------------------------------------------------------------

proofs=0
unproved=0

# proves EXPECTED-STATUS PHRASE WHAT COMMAND…: the command must end with the status and print the phrase.
proves() {
  local expected=$1 phrase=$2 what=$3 status=0 output
  shift 3
  output=$("$@" 2>&1 </dev/null) || status=$?
  proofs=$((proofs + 1))
  if [ "$status" -ne "$expected" ] || [[ "$output" != *"$phrase"* ]]; then
    unproved=$((unproved + 1))
    printf 'not proved: %s (status %s, wanted %s and "%s")\n%s\n' "$what" "$status" "$expected" "$phrase" "$output" >&2
  fi
}

# A tree that a self-test makes up, removed at the end of the script. `lay_out` of the check fills it with what is good.
make_tree() {
  tree=$(mktemp -d)/tree
  trap 'rm -rf "$(dirname "$tree")"' EXIT
}

# put PATH TEXT: a file of that tree.
put() {
  mkdir -p "$(dirname "$tree/$1")"
  printf '%b\n' "$2" >"$tree/$1"
}

# refuses WHAT PATH TEXT PHRASE: with that one file, `check` must fail, name the file, and say the phrase.
refuses() {
  lay_out
  put "$2" "$3"
  proves 1 "$2:" "$1, with its place" check "$tree"
  proves 1 "$4" "$1, by its own rule" check "$tree"
}

# Closes a self-test: prints the count and fails if anything was not proved.
proofs_end() {
  printf '%s: %s proofs, %s failed\n' "$1" "$proofs" "$unproved"
  [ "$unproved" -eq 0 ]
}
