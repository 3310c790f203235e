#!/bin/sh
# hucre 1.0.0 cannot list or read a workbook that has a tab with a chart: reading all sheets stops with "missing worksheet
# file", although ECMA-376 part 1, 12.3.2 (chartsheet part) allows such a tab and its rows are in an ordinary worksheet.
# The workbook is written by XlsxWriter 3.2.9 and opens in Excel and LibreOffice. Exits with 1 if the behaviour has changed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --target python XlsxWriter==3.2.9
npm install --silent --no-save --prefix . hucre@1.0.0
PYTHONPATH=python python3 - <<'PYTHON'
import xlsxwriter
book = xlsxwriter.Workbook('charts.xlsx')
tab = book.add_chartsheet('chart')
sheet = book.add_worksheet('people')
sheet.write_column('A1', ['name', 'a', 'b'])
sheet.write_column('B1', ['age', 1, 2])
chart = book.add_chart({'type': 'column'})
chart.add_series({'values': '=people!$B$2:$B$3'})
tab.set_chart(chart)
book.close()
PYTHON
cat > read.mjs <<'NODE'
import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
const bytes = new Uint8Array(await readFile('charts.xlsx'))
const all = await readXlsx(bytes).then(() => 'read', error => error.message)
const one = await readXlsx(bytes, { sheets: ['people'] }).then(({ sheets }) => sheets[0].rows.length, error => error.message)
console.log('all sheets:', all)
console.log('the worksheet by its name:', one, 'rows')
process.exit(/missing worksheet file/.test(String(all)) && one === 3 ? 0 : 1)
NODE
node read.mjs
