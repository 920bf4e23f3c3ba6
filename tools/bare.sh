#!/usr/bin/env bash
# A minimal system (a chroot from debootstrap): ./dev bare [12|13] COMMAND…
#
# Creates a minimal Debian in a temporary folder with a clone of HEAD, and runs COMMAND there as root. It shares only the
# kernel, the network and the access to packages (mirror, proxy, certificates) with this machine. The base system is
# created once a week, in about two minutes, and kept in /var/cache/blotter-bare, with the results of the compiler for the
# next system; remove that folder for builds from nothing. The minimal system sees the folder too, so that it can create
# others itself. BARE_KEEP=1 keeps its folder; BARE_SHARED=FOLDER is /root/shared in it. Exit code: that of COMMAND; 125 if
# no minimal system can be created here.
set -euo pipefail

cannot() {
  echo "bare: $1" >&2
  exit 125
}

release=13
case "${1:-}" in
  12 | 13) release=$1 && shift ;;
esac
[ $# -gt 0 ] || { echo "usage: ./dev bare [12|13] COMMAND…" >&2 && exit 2; }
declare -A suites=([12]=bookworm [13]=trixie)
readonly suite=${suites[$release]}
# For root only: it contains credentials for package sources, and its contents are executed.
readonly cache=/var/cache/blotter-bare
readonly base=$cache/$suite.tar

[ "$(id -u)" -eq 0 ] || cannot "only root can create a minimal system"
# Runs this script again in new mount and pid namespaces, so that its mounts and processes end with it.
if [ -z "${BARE_INSIDE:-}" ]; then
  unshare --mount --pid --fork true 2>/dev/null || cannot "this system allows no mounts"
  BARE_INSIDE=1 exec unshare --mount --pid --fork --kill-child "${BASH_SOURCE[0]}" "$release" "$@"
fi

# The mirror of this machine, if it is a Debian; otherwise debootstrap's default.
mirror() {
  grep -qs '^ID=debian' /etc/os-release || return 0
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' | sed -n 1p
}

make_base() { # FOLDER
  command -v debootstrap >/dev/null || { apt-get update -qq && apt-get install -y -qq debootstrap; } >&2 ||
    cannot "debootstrap cannot be installed"
  local chosen part
  chosen=$(mirror)
  echo "bare: making a Debian $release" >&2
  debootstrap --variant=minbase --include=ca-certificates,git "$suite" "$1" ${chosen:+"$chosen"} >"$cache/$suite.log" ||
    cannot "debootstrap failed, see $cache/$suite.log"
  # Access to packages: proxy and age of the lists for apt, registry and certificate for npm.
  apt-config dump | grep -E '^Acquire::(https?|Check-Valid-Until|Retries)\b' >"$1/etc/apt/apt.conf.d/90mirror" || true
  local settings
  for settings in /etc/npmrc /root/.npmrc; do
    [ -f "$settings" ] && grep -E '(registry|proxy|cafile|_authToken) *=' "$settings" >"$1$settings" || true
  done
  part=$(mktemp "$base.XXXXXX")
  tar -C "$1" -cf "$part" . && mv "$part" "$base"
}

install -d -m 700 "$cache"
# A minimal system is locked while it exists. An unlocked one is left over from a killed run and is removed; one that is kept
# has another name. The lock of the cache protects the time between creating a folder and locking it.
readonly machines=/var/tmp/blotter-bare.
remove_dead_machines() {
  local folder
  for folder in "$machines"*; do
    [ -d "$folder" ] && [ ! -L "$folder" ] && flock --nonblock "$folder" true || continue
    ! grep -q " $folder" /proc/self/mounts || continue
    rm -rf --one-file-system "$folder" || true
  done
}
exec {cache_lock}<"$cache"
flock "$cache_lock"
remove_dead_machines
if [ -n "${BARE_KEEP:-}" ]; then
  root=$(mktemp -d "/var/tmp/blotter-kept.$suite.XXXXXX")
else
  root=$(mktemp -d "$machines$suite.XXXXXX")
fi
exec {machine_lock}<"$root"
flock "$machine_lock"
exec {cache_lock}<&-
finish() {
  # Processes that still write would fill the folder again. As the first process of a namespace, this one cannot kill others.
  [ $$ -ne 1 ] || kill -KILL -1 2>/dev/null || true
  # Then the mounts, so that only the folder is removed. The exit code stays that of the command.
  umount --recursive --lazy "$root" 2>/dev/null || true
  if [ -n "${BARE_KEEP:-}" ] || grep -q " $root" /proc/self/mounts; then
    echo "bare: kept $root" >&2
  else
    rm -rf --one-file-system "$root" 2>/dev/null || true
  fi
}
trap finish EXIT

if [ -n "$(find "$base" -mtime -7 2>/dev/null)" ]; then
  tar -C "$root" -xf "$base"
else
  make_base "$root"
fi
chmod 755 "$root"
# Its own mount, so that tools/boot.sh can replace the root.
mount --bind "$root" "$root" || cannot "this system allows no mounts"
# A temporary system need not survive a power failure, so packages are unpacked without fsync.
echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/bare"
cp /etc/resolv.conf /etc/hosts "$root/etc/"
[ -f /etc/ssl/certs/ca-certificates.crt ] && cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
mount -t proc proc "$root/proc" || cannot "this system allows no mounts"
for folder in sys dev dev/pts; do
  mount --bind "/$folder" "$root/$folder" || cannot "this system allows no mounts"
done
# Its own, so that nothing remains there.
mount -t tmpfs tmpfs "$root/dev/shm" || cannot "this system allows no mounts"
share() { # FOLDER PLACE
  mkdir -p "$root$2"
  mount --bind "$1" "$root$2" || cannot "this system allows no mounts"
}
share "$cache" "$cache"
[ -z "${BARE_SHARED:-}" ] || share "$BARE_SHARED" /root/shared

[ -z "$(git status --porcelain)" ] || echo "bare: uncommitted changes are not included" >&2
git clone -q --no-hardlinks . "$root/root/blotter"
passed=()
for name in CI SSL_CERT_FILE NODE_EXTRA_CA_CERTS CURL_CA_BUNDLE http_proxy https_proxy no_proxy; do
  [ -n "${!name:-}" ] && passed+=("$name=${!name}")
done
# The key of a result covers the compiler and all headers, so a missing package is still found.
env -i "${passed[@]}" CCACHE_DIR="$cache/ccache" HOME=/root LANG=C.UTF-8 TERM="${TERM:-dumb}" \
  PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  chroot "$root" bash -c 'cd /root/blotter && "$@"' bare "$@"
