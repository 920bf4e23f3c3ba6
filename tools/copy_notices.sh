#!/usr/bin/env bash
# The licences of what is inside a built program: tools/copy_notices.sh BUILD-FOLDER FOLDER, for package and tarball
#
# Libraries that are compiled or linked into the program ask for their texts to come along; each is a file in FOLDER. Those of
# the console are installed by CMake.
set -euo pipefail

packages=$(/usr/bin/python3 "$(dirname "${BASH_SOURCE[0]}")/make_sbom.py" --linked-in "$1")
mkdir -p "$2"
for package in $packages; do
  cp -L "/usr/share/doc/$package/copyright" "$2/$package.txt"
  chmod 644 "$2/$package.txt"
done
