import { useTranslate } from 'ra-core'

import { firstCharacters } from '../../../../resources/kit/clean.ts'
import type { Translate } from '../../../../resources/kit/translate.ts'
import type { ImportColumn } from '../../columns.ts'
import { type Mapping, mappingOfSheet, mappingWith } from '../mapping.ts'
import type { Sheet, SheetFile } from '../sheet.ts'
import type { HeadingLines } from '../table.ts'

type Props = {
  file: SheetFile
  columns: readonly ImportColumn[]
  mapping: Mapping
  onMapping: (mapping: Mapping) => void
}

/** Lines that are offered as heading, alone or together with the next one. */
const offeredLines = 12

/** The name of a sheet with its number of rows, and whether it is hidden. */
export const sheetLabel = ({ name, lines, isHidden }: Sheet, translate: Translate) =>
  isHidden
    ? translate('%{name}（隐藏，%{count} 行）', { name, count: lines.length })
    : translate('%{name}（%{count} 行）', { name, count: lines.length })

const keyOf = (heading: HeadingLines | null) => (heading ? `${heading.first}-${heading.last}` : '')

const headingsOf = ({ lines }: Sheet): HeadingLines[] =>
  lines
    .slice(0, offeredLines)
    .flatMap((_, at) => [
      { first: at, last: at },
      ...(at + 1 < lines.length ? [{ first: at, last: at + 1 }] : []),
    ])

const headingLabel = ({ rows, lines }: Sheet, { first, last }: HeadingLines, translate: Translate) => {
  const texts = (lines[first] ?? []).filter(Boolean).slice(0, 4)
  const text = firstCharacters(texts.join(translate('、')), 40)
  return first === last
    ? translate('第%{row}行：%{text}', { row: rows[first]!, text })
    : translate('第%{row}行和第%{next}行：%{text}', { row: rows[first]!, next: rows[last]!, text })
}

/** Chooses the sheet and the line of the heading; both are found by themselves first. */
export const SourceChoices = ({ file, columns, mapping, onMapping }: Props) => {
  const translate = useTranslate()
  const { sheets } = file
  const sheet = sheets[mapping.sheet]!
  const headings = headingsOf(sheet)
  const chosen = mapping.heading
  const offered =
    chosen && !headings.some(it => keyOf(it) === keyOf(chosen)) ? [...headings, chosen] : headings
  return (
    <div className="source-choices">
      {sheets.length > 1 && (
        <label>
          <span>{translate('工作表')}</span>
          <select
            value={mapping.sheet}
            onChange={({ target }) => onMapping(mappingOfSheet(file, Number(target.value), columns))}
          >
            {sheets.map((one, index) => (
              // eslint-disable-next-line react/no-array-index-key -- Sheets of a file are identified by their position.
              <option key={index} value={index}>
                {sheetLabel(one, translate)}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        <span>{translate('表头')}</span>
        <select
          value={keyOf(chosen)}
          onChange={({ target }) => {
            const heading = offered.find(it => keyOf(it) === target.value) ?? null
            onMapping(mappingWith(file, mapping.sheet, heading, columns))
          }}
        >
          <option value="">{translate('没有表头，第一行就是数据')}</option>
          {offered.map(heading => (
            <option key={keyOf(heading)} value={keyOf(heading)}>
              {headingLabel(sheet, heading, translate)}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}
