#!/bin/sh
# libphonenumber reads the usual Chinese notation of a landline with its extension as one longer number, without an error: the hyphen
# before the extension counts as one between groups of digits. 021-55550000-8012 becomes +8621555500008012, and with an extension of
# one digit the number is even possible, although not valid. A search in a text finds no number there. Behind 转 or 分机, the words for an
# extension, a text is refused; behind #, a comma or ext. the extension is understood.
# Seen with libphonenumber-js 1.13.16 (largest metadata) and google-libphonenumber 3.2.47, country CN:
#   021-55550000-8012 -> +8621555500008012, possible false, valid false, no extension
#   021-55550000-1 -> +8621555500001, possible true, valid false, no extension
#   021-55550000转8012 -> refused
#   021-55550000#8012 -> +862155550000, possible true, valid true, extension 8012
#   found in "电话：021-55550000-8012": nothing, in "电话：021-55550000": +862155550000
# Issue 740 of google/libphonenumber says for Germany that no rule for such a hyphen is known. Exits non-zero when the output changes.
set -e
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund libphonenumber-js@1.13.16 google-libphonenumber@3.2.47
cat >check.mjs <<'JS'
import google from 'google-libphonenumber'
import { findPhoneNumbersInText, parsePhoneNumberFromString } from 'libphonenumber-js/max'

const util = google.PhoneNumberUtil.getInstance()
const line = (number, possible, valid, extension) =>
  `${number}, possible ${possible}, valid ${valid}, ${extension ? `extension ${extension}` : 'no extension'}`
const readByGoogle = text => {
  try {
    const number = util.parse(text, 'CN')
    return line(util.format(number, google.PhoneNumberFormat.E164), util.isPossibleNumber(number), util.isValidNumber(number),
      number.getExtension())
  } catch {
    return 'refused'
  }
}
const readByJs = text => {
  const number = parsePhoneNumberFromString(text, 'CN')
  return number ? line(number.number, number.isPossible(), number.isValid(), number.ext) : 'refused'
}
const expected = {
  '021-55550000-8012': '+8621555500008012, possible false, valid false, no extension',
  '021-55550000-1': '+8621555500001, possible true, valid false, no extension',
  '021-55550000转8012': 'refused',
  '021-55550000#8012': '+862155550000, possible true, valid true, extension 8012',
}
let isSame = true
for (const [text, wanted] of Object.entries(expected))
  for (const read of [readByJs, readByGoogle]) {
    const seen = read(text)
    console.log(`${text} -> ${seen}`)
    isSame &&= seen === wanted
  }
const found = ['电话：021-55550000-8012', '电话：021-55550000'].map(text =>
  findPhoneNumbersInText(text, 'CN').map(it => it.number.number).join(' ') || 'nothing')
console.log(`found: ${found.join(', ')}`)
process.exit(isSame && found.join() === 'nothing,+862155550000' ? 0 : 1)
JS
node check.mjs
