#!/bin/sh
# pinyin-pro 3.29.4 with surname: 'head' reads the surnames of its table only in simplified characters: 單 (simplified 单,
# Shàn) is dān and 尉遲 (尉迟, Yù chí) wèi chí. The place name 康巴什 (Kangbashi) ends in shén. Seen on valid input:
#   单雄 shàn   單雄 dān   尉迟恭 yù   尉遲恭 wèi   康巴什 shén
# Exits non-zero when the output changes.
set -e
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund pinyin-pro@3.29.4
cat >check.cjs <<'JS'
const { pinyin } = require('pinyin-pro')
const read = (name, at) => `${name} ${pinyin(name, { type: 'array', surname: 'head' })[at]}`
const seen = [read('单雄', 0), read('單雄', 0), read('尉迟恭', 0), read('尉遲恭', 0), read('康巴什', 2)].join('   ')
console.log(seen)
process.exit(seen === '单雄 shàn   單雄 dān   尉迟恭 yù   尉遲恭 wèi   康巴什 shén' ? 0 : 1)
JS
node check.cjs
