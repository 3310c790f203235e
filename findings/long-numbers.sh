#!/bin/sh
# An integer of 17 digits, such as a Chinese lawyer's licence number, is stored as different numbers by writers of
# spreadsheets, none of which warns: openpyxl 3.1.5 and XlsxWriter 3.2.9 write 16 significant digits of a Python integer,
# which is exact, although the format allows all 17; exceljs 4.4.0 writes the nearest double. Whoever reads the cell cannot
# tell which digits were meant. Exits with 1 if the behaviour has changed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --target python XlsxWriter==3.2.9 openpyxl==3.1.5
npm install --silent --no-save --prefix . exceljs@4.4.0
PYTHONPATH=python python3 - <<'PYTHON'
import openpyxl, xlsxwriter
book = xlsxwriter.Workbook('xlsxwriter.xlsx')
book.add_worksheet().write('A1', 13101202010123457)
book.close()
book = openpyxl.Workbook()
book.active['A1'] = 13101202010123457
book.save('openpyxl.xlsx')
PYTHON
cat > write.cjs <<'NODE'
const ExcelJS = require('exceljs')
const book = new ExcelJS.Workbook()
book.addWorksheet('a').getCell('A1').value = Number('13101202010123457')
book.xlsx.writeFile('exceljs.xlsx')
NODE
node write.cjs
python3 - <<'PYTHON'
import re, sys, zipfile
found = {}
for name in ['xlsxwriter', 'openpyxl', 'exceljs']:
    with zipfile.ZipFile(name + '.xlsx') as archive:
        found[name] = re.search(r'<v>([^<]*)</v>', archive.read('xl/worksheets/sheet1.xml').decode()).group(1)
    print(name, 'stores', found[name], '=', int(float(found[name])))
expected = {'xlsxwriter': '1.310120201012346E+16', 'openpyxl': '1.310120201012346e+16', 'exceljs': '13101202010123456'}
sys.exit(0 if found == expected else 1)
PYTHON
