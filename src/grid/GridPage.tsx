import { useTranslate } from 'ra-core'
import type { ReactNode, Ref, RefObject } from 'react'

import { Button } from '../ui/Button.tsx'
import { LeaveGuard } from '../form/LeaveGuard.tsx'
import { DraftOffer } from '../form/drafts/DraftOffer.tsx'
import { FileTools } from './file/FileTools.tsx'
import { useNarrow } from '../browser/useNarrow.ts'
import { joinSentences } from '../language/joinSentences.ts'
import { GridBar, type GridTexts } from './GridBar.tsx'
import { GridPager } from './table/GridPager.tsx'
import { GridTable } from './table/GridTable.tsx'
import { maxRows } from './rows.ts'
import type { Batch } from './useBatch.ts'

import './table/grid.css'

type GridFooterProps = Pick<Batch, 'edit' | 'pages'> & Pick<Batch['grid'], 'rows' | 'empty' | 'notice'>

const GridFooter = ({ rows, pages, empty, notice, edit }: GridFooterProps) => {
  const translate = useTranslate()
  return (
    <div className="cluster grid-foot">
      <Button
        disabled={rows.length >= maxRows}
        onClick={() => {
          edit({ type: 'add', empty })
          pages.show(pages.count)
        }}
      >
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
  words: GridTexts
  table: RefObject<HTMLTableElement | null>
  result: Ref<HTMLDivElement>
  /** Content above the grid: the created records. */
  children: ReactNode
  /** Additional sentence in the instructions. */
  hint?: string
  isAllOnly?: boolean
  /** Leave guard that replaces the one for unsaved rows. */
  guard?: ReactNode
}

/** Page that creates records in a grid: draft offer, file tools, rows and bar. */
export const GridPage = ({ batch, words, table, result, children, hint, isAllOnly, guard }: Props) => {
  const translate = useTranslate()
  const isNarrow = useNarrow()
  const { grid, pages, draft, edit, barProps } = batch
  const { rows, columns, duplicates, check, empty, notice, filled } = grid
  const { offered, restore, keep, forget } = draft
  return (
    <div className="grid-page">
      <div ref={result}>{children}</div>
      {offered && <DraftOffer offered={offered} restore={restore} forget={forget} />}
      <p className="secondary">
        {joinSentences(
          [
            translate('可从 Excel 或 WPS 复制多行后直接粘贴，首行是表头时按表头填入。'),
            ...(hint ? [hint] : []),
            // On a phone each record is a card, and there are no keys.
            ...(isNarrow ? [] : [translate('回车到下一行，方向键移动，Ctrl+D 填入上一行的内容。')]),
          ],
          translate,
        )}
      </p>
      <FileTools
        records={words.records}
        columns={columns}
        empty={empty}
        faultyRows={grid.faultyRows}
        isBusy={barProps.isSending}
        onLines={lines => edit({ type: 'import', lines, empty })}
      />
      <GridTable
        table={table}
        pages={pages}
        rowCount={rows.length}
        columns={columns}
        duplicates={duplicates}
        check={check}
        empty={empty}
        isBusy={barProps.isSending}
        label={words.table}
        titleOf={words.row}
        onChange={edit}
      />
      <GridPager pages={pages} rowCount={rows.length} table={table} />
      <GridFooter pages={pages} rows={rows} empty={empty} notice={notice} edit={edit} />
      <GridBar {...barProps} words={words} isAllOnly={isAllOnly} />
      {guard ?? <LeaveGuard isChanged={filled.length > 0} onLeave={keep} onDiscard={forget} />}
    </div>
  )
}
