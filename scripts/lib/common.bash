# Functions that several checks share. Sourced, never run. Prints the comment at the top of the script for --help.

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
case "${1-}" in -h | --help) awk 'NR > 1 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$0" && exit ;; esac

# main "$@": runs `self_test`, or `check` with the given tree; the default is the package.
main() {
  if [ "${1-}" = --self-test ]; then self_test; else check "$(cd "${1-$repository}" && pwd)"; fi
}

# work_in [--scratch-path FOLDER] …: creates a folder $work that is removed at the end, and sets $scratch, the folder
# for builds, to FOLDER or to one in $work, and $module_cache, which the checks with that folder share: filling one with
# what Foundation imports takes a second. $rest has the other arguments.
work_in() {
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  scratch=$work/build
  if [ "${1-}" = --scratch-path ]; then
    mkdir -p "$2"
    scratch=$(cd "$2" && pwd -P)
    shift 2
  fi
  module_cache=${module_cache:-$scratch/checks}
  rest=("$@")
}

# Builds the package in $scratch with the arguments, unless its modules exist; sets $modules to their folder.
build_modules() {
  modules=$scratch/debug/Modules
  [ -e "$modules/NetTesting.swiftmodule" ] ||
    swift build --package-path "$repository" --scratch-path "$scratch" "$@" </dev/null >"$work/log" 2>&1 || fail "it does not build"
}

# fail MESSAGE: prints $work/log and the message, and ends the script.
fail() {
  if [ -s "${work-}/log" ]; then tail -n 60 "$work/log" >&2; fi
  echo "$(basename "$0"): $1" >&2
  exit 1
}

# Prints the Swift files below the given folders of a root, relative to it, sorted. Missing folders are ignored.
swift_files() {
  local root=$1 place
  shift
  for place in "$@"; do
    [ -e "$root/$place" ] || continue
    (cd "$root" && find "$place" -name .build -prune -o -type f -name '*.swift' -print)
  done | LC_ALL=C sort
}

# Runs an awk program, with the library that strips comments and strings, on the files named on standard input. Returns
# awk's status, or 0 if there are no files.
awk_over_swift() {
  local root=$1 program=$2 file
  local files=()
  while IFS= read -r file; do files+=("$file"); done
  [ "${#files[@]}" -gt 0 ] || return 0
  (cd "$root" && LC_ALL=C awk -f "$repository/scripts/lib/swift-code.awk" -f "$program" "${files[@]}")
}

# --- Proving that each rule of a check can fail --------------------------------------------------------------------

proofs=0 unproved=0

# proves EXPECTED-STATUS PHRASE WHAT COMMAND…: the command must exit with the status and print the phrase.
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

# Creates a sample tree, which is removed at the end of the script. The check's `lay_out` fills it with valid files.
make_tree() {
  tree=$(mktemp -d)/tree
  trap 'rm -rf "$(dirname "$tree")"' EXIT
}

# put PATH TEXT: writes a file of that tree.
put() {
  mkdir -p "$(dirname "$tree/$1")"
  printf '%b\n' "$2" >"$tree/$1"
}

# refuses WHAT PATH TEXT PHRASE: with this file added, `check` must fail, name the file, and print the phrase.
refuses() {
  lay_out
  put "$2" "$3"
  proves 1 "$2:" "$1, with its place" check "$tree"
  proves 1 "$4" "$1, by its own rule" check "$tree"
}

# Ends a self-test: prints the counts, and fails if anything was not proved.
proofs_end() {
  printf '%s: %s proofs, %s failed\n' "$1" "$proofs" "$unproved"
  [ "$unproved" -eq 0 ]
}
