import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { Button } from '../../shell/Button.tsx'
import { Dialog } from '../../shell/Dialog.tsx'
import type { CellTexts, ImportColumn } from '../columns.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import { assignTarget, guessMapping, mappedLines, missingColumns, type ColumnTargets } from './mapping.ts'
import { fileLimits } from './limits.ts'
import type { Sheet } from './readSheet.ts'

type Props = {
  name: string
  sheet: Sheet
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
        {titles.map((title, at) => (
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

/** Dialog that assigns the columns of a file to fields; columns that could be recognised are assigned already. */
export const MappingDialog = ({ name, sheet, columns, empty, onClose, onLines }: Props) => {
  const translate = useTranslate()
  const [mapping, setMapping] = useState(() => guessMapping(sheet, columns))
  const { hasHeading, targets } = mapping
  const [heading = []] = sheet.lines
  const records = hasHeading ? sheet.lines.slice(1) : sheet.lines
  const missing = missingColumns(targets, columns, empty)
  const isNothing = targets.every(it => it === null)
  return (
    <Dialog title={translate('导入“%{name}”', { name })} onClose={onClose} isWide>
      <div className="dialog-content">
        <p>
          {sheet.isCut
            ? translate('共 %{count} 行（只读入前 %{rows} 行），请核对文件的每一列对应什么。', {
                count: records.length,
                rows: fileLimits.rows,
              })
            : translate('共 %{count} 行，请核对文件的每一列对应什么。', { count: records.length })}
        </p>
        <label className="inline-check">
          <input
            type="checkbox"
            checked={hasHeading}
            onChange={({ target }) => setMapping({ ...mapping, hasHeading: target.checked })}
          />
          {translate('首行是表头')}
        </label>
        <MappingTable
          titles={targets.map(
            (_, at) => (hasHeading && heading[at]) || translate('第%{at}列', { at: at + 1 }),
          )}
          records={records}
          targets={targets}
          columns={columns}
          onTargets={next => setMapping({ ...mapping, targets: next })}
        />
        {missing.length > 0 && (
          <p className="field-warning" role="status">
            {translate('文件中没有%{missing}，导入后请在表格中补充。', {
              missing: missing.map(({ label }) => label).join(translate('、')),
            })}
          </p>
        )}
      </div>
      <footer className="dialog-foot">
        <Button onClick={onClose}>{translate('取消')}</Button>
        <Button
          look="primary"
          disabled={isNothing || records.length === 0}
          onClick={() => onLines(mappedLines(sheet, mapping, columns))}
        >
          {translate('填入 %{count} 行', { count: records.length })}
        </Button>
      </footer>
    </Dialog>
  )
}
