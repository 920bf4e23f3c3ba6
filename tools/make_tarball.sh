#!/usr/bin/env bash
# Builds the program with its C++ libraries linked in, for any Linux with glibc 2.36: tools/make_tarball.sh, for ./dev tarball, which sets SOURCE_DATE_EPOCH
#
# It is built on Debian 12, whose glibc is the oldest that it runs with; elsewhere in a minimal Debian 12. The tarball is
# written to build/dist; the last line is its path. Unpacked in /usr/local it is what `cmake --install` would install there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly dist=build/dist
mkdir -p "$dist"
. /etc/os-release
if [ "$ID$VERSION_ID" != debian12 ]; then
  BARE_SHARED=$PWD/$dist exec tools/bare.sh 12 bash -euc './dev tarball >&2; cp build/dist/* /root/shared/; ls build/dist/*.tar.gz'
fi

tools/fetch_library_sources.sh build/sources >&2
cmake --preset static >&2
cmake --build --preset static --target blotter manual >&2

version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' build/static/CMakeCache.txt)
name=blotter-$version-linux-$(dpkg --print-architecture)
readonly folder=build/tarball
rm -rf "$folder"
umask 022
DESTDIR=$PWD/$folder cmake --install build/static --prefix /usr/local --strip >/dev/null
mv "$folder/usr/local" "$folder/$name"

/usr/bin/python3 tools/make_sbom.py build/static "$dist/$name.cdx.json" "$name.tar.gz"
tools/copy_notices.sh build/static "$folder/$name/share/doc/blotter/notices"

chmod -R u=rwX,go=rX "$folder/$name"
tar -C "$folder" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --format=gnu -cf - "$name" |
  gzip -9n >"$dist/$name.tar.gz"
echo "$dist/$name.tar.gz"
