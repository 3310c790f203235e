import { useTranslate } from 'ra-core'
import type { ReactNode, Ref, RefObject } from 'react'

import { Button } from '../shell/Button.tsx'
import { LeaveGuard } from '../form/LeaveGuard.tsx'
import { DraftOffer } from '../form/DraftOffer.tsx'
import { FileTools } from './file/FileTools.tsx'
import { GridBar, type GridWords } from './GridBar.tsx'
import { GridTable } from './GridTable.tsx'
import { maxRows } from './rows.ts'
import type { Batch } from './useBatch.ts'

import './grid.css'

type FootProps = Pick<Batch, 'edit'> & Pick<Batch['grid'], 'rows' | 'empty' | 'notice'>

const Foot = ({ rows, empty, notice, edit }: FootProps) => {
  const translate = useTranslate()
  return (
    <div className="cluster grid-foot">
      <Button disabled={rows.length >= maxRows} onClick={() => edit({ type: 'add', empty })}>
        {translate('添加一行')}
      </Button>
      <p className="secondary" role="status">
        {notice?.text}
        {notice?.before && (
          <Button look="link" onClick={() => edit({ type: 'undo' })}>
            {translate('撤销')}
          </Button>
        )}
      </p>
    </div>
  )
}

type Props = {
  batch: Batch
  words: GridWords
  table: RefObject<HTMLTableElement | null>
  result: Ref<HTMLDivElement>
  /** What was made from the grid. */
  children: ReactNode
  /** One more sentence above it. */
  hint?: string
  isAllOnly?: boolean
  /** Asks before the page is left, where that is not about unsaved rows. */
  guard?: ReactNode
}

/** The grid with everything around it: what was kept, a file, the rows, and the bar. */
export const GridPage = ({ batch, words, table, result, children, hint, isAllOnly, guard }: Props) => {
  const translate = useTranslate()
  const { grid, draft, edit, bar } = batch
  const { rows, columns, doubles, check, empty, notice, filled } = grid
  const { offered, restore, forget } = draft
  return (
    <div className="grid-page">
      <div ref={result}>{children}</div>
      {offered && <DraftOffer offered={offered} restore={restore} forget={forget} />}
      <p className="secondary">
        {translate('可从 Excel 或 WPS 复制多行后直接粘贴，首行是表头时按表头填入。')}
        {hint}
        <span className="grid-keys">{translate('回车到下一行，方向键移动，Ctrl+D 填入上一行的内容。')}</span>
      </p>
      <FileTools
        records={words.records}
        columns={columns}
        empty={empty}
        faults={grid.faults}
        isBusy={bar.isSending}
        onLines={(lines, isCut) => edit({ type: 'import', lines, isCut, empty })}
      />
      <GridTable
        table={table}
        rows={rows}
        columns={columns}
        doubles={doubles}
        check={check}
        empty={empty}
        isBusy={bar.isSending}
        label={words.table}
        titleOf={words.row}
        onChange={edit}
      />
      <Foot rows={rows} empty={empty} notice={notice} edit={edit} />
      <GridBar {...bar} words={words} isAllOnly={isAllOnly} />
      {guard ?? <LeaveGuard isChanged={filled.length > 0} onLeave={forget} />}
    </div>
  )
}
