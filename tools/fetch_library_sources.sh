#!/usr/bin/env bash
# Fetches the sources of libraries for which Debian has no static library: tools/fetch_library_sources.sh FOLDER
#
# The sources have the version of the installed packages; apt checks Debian's signature.
set -euo pipefail

mkdir -p "$1"
cd "$1"
mkdir -p lists/partial
# The package sources, with deb-src.
apt-get indextargets --format 'deb-src $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' 'Origin: Debian' |
  sort -u | sed 's|^deb-src |&[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] |' >sources.list
readonly options=(-qq -o Dir::Etc::sourcelist="$PWD/sources.list" -o Dir::Etc::sourceparts=- -o Dir::State::lists="$PWD/lists"
  -o APT::Sandbox::User=root)

fetched=
for package in libsimdjson-dev prometheus-cpp-dev; do
  read -r name version < <(dpkg-query -W -f '${source:Package} ${source:Version}\n' "$package")
  [ "$(cat "$name.version" 2>/dev/null)" != "$version" ] || continue
  [ -n "$fetched" ] || apt-get "${options[@]}" update
  fetched=1
  apt-get "${options[@]}" source --download-only "$name=$version"
  rm -rf "$name"
  # apt has checked the files already; a second check would need the keys of all developers.
  dpkg-source --no-check -x "${name}_${version#*:}.dsc" "$name" >/dev/null
  echo "$version" >"$name.version"
done
