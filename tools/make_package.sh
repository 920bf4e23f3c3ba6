#!/usr/bin/env bash
# Builds the Debian package of a built program: tools/make_package.sh [BUILD-FOLDER], for ./dev package, which sets SOURCE_DATE_EPOCH
#
# Compiles nothing: debhelper packs the output of `cmake --install` for the current system. The package is written to
# build/dist; the last line is its path.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

build=$(realpath "${1:-build/release}")
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
# A package of Debian 13 replaces the one of Debian 12 of the same version when the system is upgraded.
. /etc/os-release
case "$ID" in
  debian) suffix="-1~deb$VERSION_ID" ;;
  *) suffix="-1~$ID${VERSION_ID:-}" ;;
esac
export BLOTTER_BUILD=$build BLOTTER_SOURCE=$PWD

readonly folder=build/package dist=build/dist
rm -rf "$folder"
mkdir -p "$folder/blotter" "$dist"
cp -r packaging/debian "$folder/blotter/"
/usr/bin/python3 tools/make_debian_changelog.py "$version" "$suffix" "${VERSION_CODENAME:-unstable}" >"$folder/blotter/debian/changelog"
# File modes must not depend on the umask of the user.
umask 022
chmod -R u=rwX,go=rX "$folder/blotter"
if ! (cd "$folder/blotter" && dpkg-buildpackage --build=binary --unsigned-changes --no-check-builddeps) >"$folder/log" 2>&1; then
  cat "$folder/log" >&2
  exit 1
fi
cp "$folder"/*.deb "$dist/"
echo "$dist/$(cd "$folder" && echo *.deb)"
