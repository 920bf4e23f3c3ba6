#!/usr/bin/env bash
# Builds all files of a release: tools/make_release.sh, for ./dev release
#
# The package of HEAD, and on Debian 12 the tarball, are built in a clone, and again in another clone, in another folder
# and without the compiler's cache. If they differ in one byte, the release fails. Otherwise build/dist has them with their
# SBOMs and SHA256SUMS. On other systems the tarball is left out: it would be built in a minimal Debian 12, both times in the
# same folder there, and have the name of the one that Debian 12 publishes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

[ -z "$(git status --porcelain)" ] || { echo "release: commit or remove your changes first" >&2 && exit 1; }
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
# The same commit for both builds, also if HEAD changes meanwhile.
commit=$(git rev-parse HEAD)
readonly dist=build/dist commit
. /etc/os-release
readonly system=$ID$VERSION_ID
work=$(mktemp -d /var/tmp/blotter-release.XXXXXX)
trap 'rm -rf "$work"' EXIT

make_all() { # FOLDER
  git clone -q --no-hardlinks . "$1"
  git -C "$1" checkout -q --detach "$commit"
  (
    cd "$1"
    package=$(./dev package)
    /usr/bin/python3 tools/make_sbom.py build/release "${package%.deb}.cdx.json" "$(basename "$package")"
    [ "$system" != debian12 ] || ./dev tarball >&2
  )
}

echo "release: building" >&2
make_all "$work/first"
echo "release: building again" >&2
CCACHE_DISABLE=1 make_all "$work/second/in-a-deeper-folder"
rm -rf "$dist"
mkdir -p build
cp -r "$work/first/build/dist" "$dist"
if ! diff -rq "$dist" "$work/second/in-a-deeper-folder/build/dist" >&2; then
  cp -r "$work/second/in-a-deeper-folder/build/dist" "$dist/different"
  echo "release: the two builds differ; compare $dist with $dist/different, for example with diffoscope" >&2
  exit 1
fi
(cd "$dist" && sha256sum -- blotter* | tee SHA256SUMS)
[ "$system" = debian12 ] || echo "release: without the tarball, which is made on Debian 12" >&2
