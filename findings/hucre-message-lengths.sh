#!/bin/sh
# hucre 1.0.0 checks the names of sheets, the texts of cells and the formulas that it writes against Excel's limits, but not the
# message of a data validation: a title of 33 characters and a text of 225 are written as they are. Excel takes at most 32 and 224
# ([MS-OI29500] 2.1.613, dataValidation, c and d) and offers to repair a workbook with more. Translated labels reach 33 easily.
# Exits with 1 if the behaviour has changed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-save --prefix . hucre@1.0.0 fflate@0.8.3
cat > write.mjs <<'NODE'
import { strFromU8, unzipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
const write = (name, titleLength, textLength) =>
  writeXlsx({
    sheets: [
      {
        name,
        rows: [['state']],
        dataValidations: [
          {
            type: 'list',
            values: ['on', 'off'],
            range: 'A2:A9',
            showErrorMessage: true,
            errorTitle: 't'.repeat(titleLength),
            errorMessage: 'm'.repeat(textLength),
          },
        ],
      },
    ],
  })
const refused = await write('n'.repeat(32), 1, 1).then(() => 'written', error => error.message)
const bytes = await write('people', 33, 225)
const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'])
const length = attribute => new RegExp(` ${attribute}="([^"]*)"`).exec(sheet)?.[1].length
console.log('a sheet name of 32 characters:', refused)
console.log('a title of 33 and a text of 225 characters:', length('errorTitle'), 'and', length('error'), 'written')
process.exit(/at most 31/.test(refused) && length('errorTitle') === 33 && length('error') === 225 ? 0 : 1)
NODE
node write.mjs
