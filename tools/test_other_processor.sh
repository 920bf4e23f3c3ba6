#!/usr/bin/env bash
# Cross-compiles for the other of the two architectures and runs the tests under QEMU: ./dev test other-processor
#
# Runs in a minimal system, because not all libraries can be installed for both architectures.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly reports=build/reports
case "$(uname -m)" in
  x86_64) other=arm64 processor=aarch64 compiler=g++-aarch64-linux-gnu ;;
  aarch64) other=amd64 processor=x86_64 compiler=g++-x86-64-linux-gnu ;;
  *) echo "other-processor: this one is neither x86-64 nor arm64" >&2 && exit 1 ;;
esac
readonly other processor compiler

# The package for the other architecture, or the one for all.
for_other() { # PACKAGE-LINE
  local name
  for name in $(sed "s/[^| ][^| ]*/&:$other &/g; s/|//g" <<<"$1"); do
    [[ $(apt-cache policy "$name") == *'Candidate: '[!\(]* ]] && echo "$name" && return
  done
  echo "other-processor: there is no package $1" >&2
  return 1
}

# Tools are for this architecture, libraries for the other one.
install() {
  local line packages=("$compiler" qemu-user)
  dpkg --add-architecture "$other"
  apt-get update -qq
  while read -r line; do
    case "$line" in
      chromium | pgbouncer | postgresql) ;; # for suites that are not run here
      *-dev) packages+=("$(for_other "$line")") ;;
      *) packages+=("$line") ;;
    esac
  done < <(grep -hv '^#' tools/packages-build.txt tools/packages-test.txt)
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}" >&2
}

build() {
  cmake --preset other-processor >&2
  cmake --build --preset other-processor >&2
  # The black-box tests start a program by its name.
  printf '#!/bin/sh\nexec qemu-%s "%s" "$@"\n' "$processor" "$PWD/build/other-processor/blotter" >build/other-processor/emulated
  chmod +x build/other-processor/emulated
}

run_gtest() { # SUITE [FILTER]
  echo "== $processor: $1"
  "qemu-$processor" "build/other-processor/$1_tests" --gtest_brief=1 --gtest_filter="${2:-*}" --gtest_output="xml:$reports/$1.xml"
}

install
build
mkdir -p "$reports"
failed=0
run_gtest unit || failed=1
run_gtest contract '-*postgres*:*Postgres*' || failed=1
run_gtest api || failed=1
echo "== $processor: e2e on sqlite"
BLOTTER_PROGRAM="$PWD/build/other-processor/emulated" /usr/bin/python3 -m pytest -q -n 2 --junitxml="$reports/e2e.xml" \
  tests/e2e/test_demo.py tests/e2e/test_civilian.py tests/e2e/test_leo.py tests/e2e/test_keys.py tests/e2e/test_lists.py || failed=1
/usr/bin/python3 tools/count_tests.py "$failed" "$reports" || failed=1
exit "$failed"
