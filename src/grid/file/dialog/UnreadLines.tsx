import { useTranslate } from 'ra-core'
import { useId } from 'react'

import { firstCharacters } from '../../../../resources/kit/clean.ts'
import { fileLimits } from '../limits.ts'
import { divisionOf, type Mapping } from '../mapping.ts'
import { sheetLabel } from './SourceChoices.tsx'
import type { Sheet, SheetFile } from '../sheet.ts'

type Props = { file: SheetFile; mapping: Mapping; onMapping: (mapping: Mapping) => void }

/** Lines that are listed one by one; of more, the number is said. */
const listedLines = 50

const textOfLine = ({ lines }: Sheet, at: number) => firstCharacters(lines[at]!.filter(Boolean).join(' '), 80)

const useUnreadSentences = ({ file, mapping }: Omit<Props, 'onMapping'>): string[] => {
  const translate = useTranslate()
  const sheet = file.sheets[mapping.sheet]!
  const { blank } = divisionOf(file, mapping)
  const { rows, columns, cut } = sheet.unread
  const others = file.sheets.filter((it, index) => index !== mapping.sheet && it.lines.length > 0)
  return [
    rows > 0 && translate('后面还有 %{count} 行没有读入，请分成几个文件', { count: rows }),
    columns > 0 &&
      translate('第%{last}列之后有 %{count} 列没有读入', { last: fileLimits.columns, count: columns }),
    cut > 0 &&
      translate('%{count} 个单元格超过 %{max} 字，只读入前面的部分', { count: cut, max: fileLimits.cell }),
    blank.length > 0 && translate('%{count} 行在要导入的列中没有内容，没有读入', { count: blank.length }),
    others.length > 0 &&
      translate('其他工作表没有读入：%{sheets}', {
        sheets: others.map(it => sheetLabel(it, translate)).join(translate('、')),
      }),
  ].filter(it => it !== false)
}

/** Says what of the file is not read, and offers to read the lines that look like notes. */
export const UnreadLines = ({ file, mapping, onMapping }: Props) => {
  const translate = useTranslate()
  const id = useId()
  const sheet = file.sheets[mapping.sheet]!
  const sentences = useUnreadSentences({ file, mapping })
  const { above } = divisionOf(file, mapping)
  // Lines that the user has included stay in the list, so that they can be left out again.
  const { notes } = divisionOf(file, { ...mapping, included: new Set() })
  const { included } = mapping
  const hidden = Math.max(0, above.length - listedLines) + Math.max(0, notes.length - listedLines)
  if (sentences.length + above.length + notes.length === 0) return null
  const toggle = (at: number) =>
    onMapping({
      ...mapping,
      included: included.has(at)
        ? new Set([...included].filter(it => it !== at))
        : new Set([...included, at]),
    })
  return (
    <section className="unread-lines" aria-labelledby={id}>
      <h3 id={id}>{translate('没有读入的内容')}</h3>
      <ul>
        {sentences.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
        {above.slice(0, listedLines).map(at => (
          <li key={at}>
            {translate('第%{row}行：%{text}', { row: sheet.rows[at]!, text: textOfLine(sheet, at) })}
          </li>
        ))}
        {notes.slice(0, listedLines).map(at => (
          <li key={at}>
            <label className="inline-check">
              <input type="checkbox" checked={included.has(at)} onChange={() => toggle(at)} />
              {translate('读入第%{row}行：%{text}', { row: sheet.rows[at]!, text: textOfLine(sheet, at) })}
            </label>
          </li>
        ))}
        {hidden > 0 && <li>{translate('另有 %{count} 行没有列出。', { count: hidden })}</li>}
      </ul>
    </section>
  )
}
