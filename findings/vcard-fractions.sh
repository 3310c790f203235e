#!/bin/sh
# ical.js 2.2.1, which reads vCards in Nextcloud, takes the fraction of a second in the time REV of a vCard 3.0 for something else,
# without an error: it loses the seconds, or reads minutes that nobody wrote, and writes back a mixture of both notations of ISO 8601.
# RFC 2425, 5.8.4, which RFC 2426 refers to, allows a fraction: its grammar with a comma, its examples with a full stop. Seen on valid
# input, time as read and line as written:
#   2026-11-01T08:30:15Z -> 2026-11-01T08:30:15.000Z, REV:20261101T083015Z
#   2026-11-01T08:30:15,25Z -> 2026-11-01T08:30:00.000Z, REV:20261101T08:30:15,25Z
#   2026-11-01T08:30:15.250Z -> 2026-11-01T08:30:00.000Z, REV:20261101T08:30:15.250Z
#   20261101T083015,25Z -> 2026-11-01T08:01:00.000Z, REV:20261101T083015,25Z
# Issue 3659 of nextcloud/contacts reports that such contacts are not imported. Exits non-zero when the output changes.
set -e
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ical.js@2.2.1
cat >check.mjs <<'JS'
import ICAL from 'ical.js'

const expected = {
  '2026-11-01T08:30:15Z': '2026-11-01T08:30:15.000Z, REV:20261101T083015Z',
  '2026-11-01T08:30:15,25Z': '2026-11-01T08:30:00.000Z, REV:20261101T08:30:15,25Z',
  '2026-11-01T08:30:15.250Z': '2026-11-01T08:30:00.000Z, REV:20261101T08:30:15.250Z',
  '20261101T083015,25Z': '2026-11-01T08:01:00.000Z, REV:20261101T083015,25Z',
}
let isSame = true
for (const [time, wanted] of Object.entries(expected)) {
  const text = ['BEGIN:VCARD', 'VERSION:3.0', 'N:Li;An;;;', 'FN:An Li', `REV:${time}`, 'END:VCARD', ''].join('\r\n')
  const card = new ICAL.Component(ICAL.parse(text))
  const written = card.toString().split('\r\n').find(line => line.startsWith('REV'))
  const seen = `${card.getFirstPropertyValue('rev').toJSDate().toISOString()}, ${written}`
  console.log(`${time} -> ${seen}`)
  isSame &&= seen === wanted
}
process.exit(isSame ? 0 : 1)
JS
node check.mjs
