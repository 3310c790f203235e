#!/bin/sh
# opencc-js 1.4.2 converts names of places by words of other fields: with the presets for Taiwan and Hong Kong, 布尔津县
# (Burqin County) gets the Taiwanese word for Boolean, and 里 and 岳 are taken for "inside" and "mountain", although its
# dictionary has phrases for other counties with the same characters. Seen on valid input:
#   布尔津县 -> 布林津縣   湖里区 -> 湖裡區   岳普湖县 -> 嶽普湖縣   岳阳县 -> 岳陽縣
# Exits non-zero when the output changes.
set -e
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund opencc-js@1.4.2
cat >check.mjs <<'JS'
import { Converter } from 'opencc-js/cn2t'
const convert = Converter({ from: 'cn', to: 'twp' })
const seen = ['布尔津县', '湖里区', '岳普湖县', '岳阳县'].map(name => convert(name)).join(' ')
console.log(seen)
process.exit(seen === '布林津縣 湖裡區 嶽普湖縣 岳陽縣' ? 0 : 1)
JS
node check.mjs
