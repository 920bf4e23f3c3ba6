#!/usr/bin/env bash
# Boots the machine that it runs in: tools/bare.sh 13 tools/boot.sh PACKAGE…
#
# PACKAGE is a name or the path of a .deb; of a .deb only its dependencies are downloaded. The booted machine has an
# isolated network and so its own ports. systemd is its first process. Ends when systemd ends.
set -euo pipefail

names=() files=()
for package in "$@"; do
  case "$package" in
    /*) files+=("$package") ;;
    *) names+=("$package") ;;
  esac
done
export DEBIAN_FRONTEND=noninteractive
# Keep downloaded packages and lists after the installation.
apt_get() { apt-get -y -qq --no-install-recommends -o APT::Keep-Downloaded-Packages=true "$@" >&2; }
apt_get update
apt_get install systemd systemd-sysv "${names[@]}"
for package in "${files[@]}"; do
  apt_get install --download-only "$package"
done
# Hardware and kernel are managed by the outer machine.
for unit in systemd-sysctl systemd-modules-load systemd-remount-fs systemd-udevd systemd-logind getty@ console-getty; do
  ln -sf /dev/null "/etc/systemd/system/$unit.service"
done
ln -sf /dev/null /etc/systemd/system/getty.target

# Its own control group, which is the root group for systemd.
mkdir -p /run/cgroup
mount -t cgroup2 cgroup2 /run/cgroup
group=/run/cgroup/blotter-boot-$$-$RANDOM
mkdir "$group"
trap 'find "$group" -depth -type d -exec rmdir {} \;' EXIT

first_process() {
  mount --make-rprivate /
  mount --bind / /mnt
  cd /mnt
  [ ! -d /root/shared ] || mount --bind /root/shared root/shared
  mount -t proc proc proc
  mount --bind proc/sys proc/sys && mount -o remount,bind,ro proc/sys
  mount -t sysfs -o ro sysfs sys
  mount -t cgroup2 cgroup2 sys/fs/cgroup
  mount -t tmpfs -o mode=755 tmpfs dev
  local device
  for device in null zero full random urandom tty; do
    touch "dev/$device"
    mount --bind "/dev/$device" "dev/$device"
  done
  mkdir dev/pts dev/shm
  mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
  ln -s pts/ptmx dev/ptmx
  ln -s /proc/self/fd dev/fd
  mount -t tmpfs tmpfs dev/shm
  mount -t tmpfs -o mode=755 tmpfs run
  mount -t tmpfs tmpfs tmp
  pivot_root . media
  exec env -i container=blotter-boot PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot . \
    sh -c 'umount -l /media && exec /lib/systemd/systemd --log-target=console systemd.unit=multi-user.target'
}
export -f first_process
(
  echo "$BASHPID" >"$group/cgroup.procs"
  exec unshare --cgroup --mount --pid --net --uts --ipc --fork --kill-child bash -euc first_process
) </dev/null || true
