#!/bin/sh
# scim2-parse-filter 0.2.10 throws a RangeError instead of parsing a filter (RFC 7644, §3.4.2.2) with 5,000 brackets, which is 10 kB
# and fits the address of a request, and a number beyond all bounds becomes Infinity, which JSON writes as null. Seen on valid
# filters:
#   4 brackets {"op":"pr","attrPath":"title"}   5000 brackets RangeError   1e999 {"op":"eq","attrPath":"title","compValue":null}
# Exits non-zero when the output changes.
set -e
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund scim2-parse-filter@0.2.10
cat >check.cjs <<'JS'
const { parse } = require('scim2-parse-filter')
const read = text => {
  try {
    return JSON.stringify(parse(text))
  } catch (error) {
    return error.constructor.name
  }
}
const nested = depth => `${'('.repeat(depth)}title pr${')'.repeat(depth)}`
const seen = [`4 brackets ${read(nested(4))}`, `5000 brackets ${read(nested(5000))}`, `1e999 ${read('title eq 1e999')}`].join('   ')
console.log(seen)
process.exit(
  seen ===
    '4 brackets {"op":"pr","attrPath":"title"}   5000 brackets RangeError   1e999 {"op":"eq","attrPath":"title","compValue":null}'
    ? 0
    : 1,
)
JS
node check.cjs
