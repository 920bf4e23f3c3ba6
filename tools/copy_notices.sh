#!/usr/bin/env bash
# Copies the licences of the parts of a built program: tools/copy_notices.sh BUILD-FOLDER FOLDER, for package and tarball
#
# The licences of libraries that are compiled or linked into the program must be included; each is a file in FOLDER. CMake
# installs those of the console.
set -euo pipefail

packages=$(/usr/bin/python3 "$(dirname "${BASH_SOURCE[0]}")/make_sbom.py" --linked-in "$1")
mkdir -p "$2"
for package in $packages; do
  cp -L "/usr/share/doc/$package/copyright" "$2/$package.txt"
  chmod 644 "$2/$package.txt"
done
