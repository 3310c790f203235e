#!/usr/bin/env bash
# Builds the image of deploy/Dockerfile with Debian's buildah on a base of Debian's packages, and runs it: signs in, backs up, starts
# a second image on the same data as an upgrade does, and signs in again. As root on Debian, from the project's folder:
#   apt-get install --no-install-recommends buildah podman debootstrap curl
#   tests/drills/image.sh
# The container runs in namespaces of its own, with a read-only root, the image's user and no capabilities, as compose.yaml asks
# for it: podman and crun need a cgroup hierarchy of one kind, which not every machine has.
# IMAGE_CA is a file of certificates that npm needs in the build beside its own.
set -euo pipefail

export BUILDAH_ISOLATION=chroot STORAGE_DRIVER=vfs
port=18085
url=http://127.0.0.1:$port
password=yanheng-demo-2026
work=$(mktemp -d)
trap 'stop || true; rm -rf "$work"' EXIT

say() { printf '%s\n' "$*"; }

# Two bases: one with Debian's minimum, and one with this machine's Node and npm for the build.
bases() {
  local mirror from
  mirror=$(apt-get indextargets --format '$(REPO_URI)' | sort -u | grep '/debian/\?$')
  debootstrap --variant=minbase --include=ca-certificates bookworm "$work/base" "$mirror" >"$work/debootstrap.log"
  from=$(buildah from scratch)
  buildah copy -q "$from" "$work/base" / >/dev/null
  buildah config --env PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$from"
  buildah commit -q "$from" localhost/drill-base >/dev/null
  buildah copy -q "$from" "$(readlink -f "$(command -v node)")" /usr/local/bin/node >/dev/null
  buildah copy -q "$from" "$(npm root -g)" /usr/local/lib/node_modules >/dev/null
  buildah run "$from" -- ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
  [ -f ~/.npmrc ] && buildah copy -q "$from" ~/.npmrc /root/.npmrc >/dev/null
  if [ -n "${IMAGE_CA:-}" ]; then
    buildah copy -q "$from" "$IMAGE_CA" /ca.pem >/dev/null
    buildah config --env NODE_EXTRA_CA_CERTS=/ca.pem "$from"
  fi
  buildah commit -q "$from" localhost/drill-build >/dev/null
  buildah rm "$from" >/dev/null
}

# build TAG: from a clean copy of the last commit.
build() {
  rm -rf "$work/tree"
  git clone -q . "$work/tree"
  buildah build --network host -f "$work/tree/deploy/Dockerfile" --build-arg BUILD_BASE=localhost/drill-build \
    --build-arg BASE=localhost/drill-base -t "localhost/tenant-admin:$1" "$work/tree" >"$work/build-$1.log" 2>&1
}

# As compose.yaml restricts it: the image's user, no capabilities, and the image's entry point.
entry='setpriv --reuid 10001 --regid 10001 --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all
  env -i PATH=/usr/bin:/bin HOME=/data NODE_ENV=development HOST=127.0.0.1 PORT='$port' DATA_DIR=/data DEMO=on DEMO_PASSWORD='$password'
  sh -c "cd /app && exec node_modules/.bin/node --import ./server/process/moduleHooks.mjs --max-semi-space-size=8 --expose-gc \"\$@\"" sh'

# run ROOT DATA ARGUMENTS…: in namespaces of its own, with a read-only root.
run() {
  exec unshare --mount --pid --fork --uts --ipc --kill-child bash -c "
    root=\$1 data=\$2; shift 2
    mount --make-rprivate /
    mount --bind \"\$root\" \"\$root\"
    mount --bind \"\$data\" \"\$root/data\"
    mount -t tmpfs -o mode=1777 tmpfs \"\$root/tmp\"
    mount -t proc proc \"\$root/proc\"
    mount --rbind /dev \"\$root/dev\"
    mount -o remount,bind,ro \"\$root\"
    exec chroot \"\$root\" ${entry//$'\n'/ } \"\$@\"" bash "$@"
}

# command_in ROOT ARGUMENTS…: in the namespaces of the server, as \`docker exec\` does.
command_in() {
  local root=$1
  shift
  nsenter --target "$(pgrep -P "$server")" --mount --pid --uts --ipc \
    bash -c "exec chroot \"\$0\" ${entry//$'\n'/ } \"\$@\"" "$root" "$@"
}

server=
start() {
  (run "$1" "$work/data" dist-server/main.js) >"$work/server.log" 2>&1 &
  server=$!
  for _ in $(seq 120); do
    curl -sf -o /dev/null "$url/health/ready" && return
    kill -0 "$server" || break
    sleep 1
  done
  tail -5 "$work/server.log"
  return 1
}
stop() {
  [ -z "$server" ] && return
  pkill -TERM -P "$server" || true
  wait "$server" || true
  server=
}

sign_in() {
  curl -sf -d "account=admin&password=$password&remember=0" "$url/api/auth/firmAccessUserLogin" | grep -q '"code":"200"'
  say "$1: signed in"
}

bases
say 'a base of Debian'
build first
say "built: $(buildah images --format '{{.Size}}' localhost/tenant-admin:first)"
mkdir -m 0700 "$work/data"
chown 10001:10001 "$work/data"
first=$(podman image mount localhost/tenant-admin:first)
start "$first"
sign_in first
command_in "$first" dist-server/cli.js backup /data/first.backup | tail -1
say "backed up: $(stat -c %s "$work/data/first.backup") bytes"
stop
build second
second=$(podman image mount localhost/tenant-admin:second)
start "$second"
sign_in second
command_in "$second" dist-server/cli.js verify-audit | tail -1
stop
podman image unmount localhost/tenant-admin:first localhost/tenant-admin:second >/dev/null
buildah rmi localhost/tenant-admin:first localhost/tenant-admin:second localhost/drill-build localhost/drill-base >/dev/null
say 'done'
