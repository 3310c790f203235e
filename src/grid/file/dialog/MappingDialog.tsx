import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { Button } from '../../../ui/Button.tsx'
import { DialogFoot } from '../../../ui/dialog/DialogFoot.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import type { CellTexts, ImportColumn } from '../../columns.ts'
import type { Translate } from '../../../../resources/kit/translate.ts'
import { DefaultChoices } from './DefaultChoices.tsx'
import { arrangeSheets } from '../arrange.ts'
import {
  assignTarget,
  defaultedColumns,
  divisionOf,
  guessMapping,
  mappedLines,
  missingColumns,
  type ColumnTargets,
} from '../mapping.ts'
import type { SheetFile } from '../sheet.ts'
import { SourceChoices } from './SourceChoices.tsx'
import { titlesOf } from '../table.ts'
import { UnreadLines } from './UnreadLines.tsx'

type Props = {
  name: string
  file: SheetFile
  columns: readonly ImportColumn[]
  empty: CellTexts
  onClose: () => void
  onLines: (lines: readonly CellTexts[]) => void
}

const sampleTexts = (lines: readonly (readonly string[])[], at: number, translate: Translate) =>
  lines
    .map(line => line[at] ?? '')
    .filter(Boolean)
    .slice(0, 3)
    .join(translate('、'))

type TableProps = Pick<Props, 'columns'> & {
  titles: readonly string[]
  records: readonly (readonly string[])[]
  targets: ColumnTargets
  onTargets: (targets: ColumnTargets) => void
}

const MappingTable = ({ titles, records, targets, columns, onTargets }: TableProps) => {
  const translate = useTranslate()
  const shownColumns = titles.flatMap((title, at) =>
    title || records.some(line => line[at])
      ? [[title || translate('第%{at}列', { at: at + 1 }), at] as const]
      : [],
  )
  return (
    <table className="table mapping">
      <thead>
        <tr>
          <th scope="col">{translate('文件列')}</th>
          <th scope="col">{translate('对应字段')}</th>
          <th scope="col">{translate('数据示例')}</th>
        </tr>
      </thead>
      <tbody>
        {shownColumns.map(([title, at]) => (
          // eslint-disable-next-line react/no-array-index-key -- Columns of a file are identified by their position.
          <tr key={at}>
            <th scope="row">{title}</th>
            <td>
              <select
                aria-label={translate('%{title}对应', { title })}
                value={targets[at] ?? ''}
                onChange={event => onTargets(assignTarget(targets, at, event.target.value || null))}
              >
                <option value="">{translate('不导入')}</option>
                {columns.map(({ name, label }) => (
                  <option key={name} value={name}>
                    {label}
                  </option>
                ))}
              </select>
            </td>
            <td className="mapping-sample">{sampleTexts(records, at, translate)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Dialog that assigns the columns of a file to fields; what could be recognised is assigned already. */
export const MappingDialog = ({ name, file: chosenFile, columns, empty, onClose, onLines }: Props) => {
  const translate = useTranslate()
  const [file] = useState(() => arrangeSheets(chosenFile, columns))
  const [mapping, setMapping] = useState(() => guessMapping(file, columns))
  const [defaults, setDefaults] = useState<CellTexts>({})
  const { heading, targets } = mapping
  const sheet = file.sheets[mapping.sheet]!
  const lines = mappedLines(file, mapping, columns)
  const records = divisionOf(file, mapping).records.map(at => sheet.lines[at]!)
  const titles = heading ? titlesOf(sheet, heading, columns) : []
  const missing = missingColumns(targets, columns, empty)
  return (
    <Dialog title={translate('导入“%{name}”', { name })} onClose={onClose} isWide>
      <div className="dialog-content">
        <p>{translate('共 %{count} 行，请核对文件的每一列对应什么。', { count: lines.length })}</p>
        <SourceChoices file={file} columns={columns} mapping={mapping} onMapping={setMapping} />
        <MappingTable
          titles={targets.map((_, at) => titles[at] ?? '')}
          records={records}
          targets={targets}
          columns={columns}
          onTargets={next => setMapping({ ...mapping, targets: next })}
        />
        <DefaultChoices
          defaulted={defaultedColumns(lines, columns, empty)}
          lineCount={lines.length}
          texts={{ ...empty, ...defaults }}
          onText={(column, text) => setDefaults({ ...defaults, [column]: text })}
        />
        {missing.length > 0 && (
          <p className="field-warning" role="status">
            {translate('文件中没有%{missing}，导入后请在表格中补充。', {
              missing: missing.map(({ label }) => label).join(translate('、')),
            })}
          </p>
        )}
        <UnreadLines file={file} mapping={mapping} onMapping={setMapping} />
      </div>
      <DialogFoot>
        <Button onClick={onClose}>{translate('取消')}</Button>
        <Button
          look="primary"
          disabled={lines.length === 0}
          onClick={() => onLines(lines.map(line => ({ ...defaults, ...line })))}
        >
          {translate('填入 %{count} 行', { count: lines.length })}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
