import { useTranslate } from 'ra-core'

import type { CellTexts, ImportColumn } from '../../columns.ts'

type Props = {
  /** Columns without a value in some lines, with the number of these lines. */
  defaulted: readonly { column: ImportColumn; count: number }[]
  /** Number of all lines. */
  lineCount: number
  texts: CellTexts
  onText: (name: string, text: string) => void
}

/** Says which values are filled in because the file does not have them, and lets the user choose others. */
export const DefaultChoices = ({ defaulted, lineCount, texts, onText }: Props) => {
  const translate = useTranslate()
  return defaulted.map(({ column: { name, label, choices = [] }, count }) => (
    <label key={name} className="source-choices default-choice">
      <span>
        {count === lineCount
          ? translate('文件中没有%{label}，全部填为', { label })
          : translate('%{count} 行没有%{label}，填为', { count, label })}
      </span>
      <select value={texts[name]} onChange={({ target }) => onText(name, target.value)}>
        {choices.map(choice => (
          <option key={choice.id} value={choice.name}>
            {choice.name}
          </option>
        ))}
      </select>
    </label>
  ))
}
