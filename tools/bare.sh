#!/usr/bin/env bash
# A machine with nothing on it: ./dev bare [12|13] COMMAND…
#
# A minimal Debian in a temporary folder gets a clone of HEAD and runs COMMAND there, as root. Of this machine it has
# the kernel, the network and the way to packages (mirror, proxy, certificates), and nothing else. The base system is
# made once a week, in about two minutes, and kept in /var/cache/blotter-bare, which the machine sees too, so that it can
# make machines of its own. BARE_KEEP=1 keeps the folder of the machine; BARE_SHARED=FOLDER is /root/shared in it. Exit
# code: COMMAND's; 125 if there can be no such machine here.
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
# For root alone: it holds the credentials of the way to packages, and what is in it is run.
readonly cache=/var/cache/blotter-bare
readonly base=$cache/$suite.tar

[ "$(id -u)" -eq 0 ] || cannot "only root can make a bare machine"
# What it mounts and starts ends with it: this script again, with mounts and processes of its own.
if [ -z "${BARE_INSIDE:-}" ]; then
  unshare --mount --pid --fork true 2>/dev/null || cannot "this system allows no mounts"
  BARE_INSIDE=1 exec unshare --mount --pid --fork --kill-child "${BASH_SOURCE[0]}" "$release" "$@"
fi

# The mirror that this machine uses, if it is a Debian; else debootstrap's own choice.
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
  # How packages are reached: proxy and age of the lists for apt, registry and certificate for npm.
  apt-config dump | grep -E '^Acquire::(https?|Check-Valid-Until|Retries)\b' >"$1/etc/apt/apt.conf.d/90mirror" || true
  local settings
  for settings in /etc/npmrc /root/.npmrc; do
    [ -f "$settings" ] && grep -E '(registry|proxy|cafile|_authToken) *=' "$settings" >"$1$settings" || true
  done
  part=$(mktemp "$base.XXXXXX")
  tar -C "$1" -cf "$part" . && mv "$part" "$base"
}

install -d -m 700 "$cache"
# A machine is locked while it lasts. One that nobody has locked was left by a run that was killed, and is removed; one
# that is to be kept has another name. The lock of the cache keeps others away between making a folder and locking it.
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
  # Whoever still writes would fill the folder again. As the first process of a namespace this one reaches nobody outside of it.
  [ $$ -ne 1 ] || kill -KILL -1 2>/dev/null || true
  # Then the mounts, so that removing the folder cannot reach beyond it. The exit code stays the command's.
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
# A mount of its own, so that another root can take its place: tools/boot.sh.
mount --bind "$root" "$root" || cannot "this system allows no mounts"
# A machine that is thrown away need not survive a power cut, so packages are unpacked without waiting for the disk.
echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/bare"
cp /etc/resolv.conf /etc/hosts "$root/etc/"
[ -f /etc/ssl/certs/ca-certificates.crt ] && cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
mount -t proc proc "$root/proc" || cannot "this system allows no mounts"
for folder in sys dev dev/pts dev/shm; do
  mount --bind "/$folder" "$root/$folder" || cannot "this system allows no mounts"
done
share() { # FOLDER PLACE
  mkdir -p "$root$2"
  mount --bind "$1" "$root$2" || cannot "this system allows no mounts"
}
share "$cache" "$cache"
[ -z "${BARE_SHARED:-}" ] || share "$BARE_SHARED" /root/shared

[ -z "$(git status --porcelain)" ] || echo "bare: changes that are not committed stay behind" >&2
git clone -q --no-hardlinks . "$root/root/blotter"
passed=()
for name in CI SSL_CERT_FILE NODE_EXTRA_CA_CERTS CURL_CA_BUNDLE http_proxy https_proxy no_proxy; do
  [ -n "${!name:-}" ] && passed+=("$name=${!name}")
done
env -i "${passed[@]}" HOME=/root LANG=C.UTF-8 TERM="${TERM:-dumb}" \
  PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  chroot "$root" bash -c 'cd /root/blotter && "$@"' bare "$@"
