import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { failureOf } from '../../form/saving/failure.ts'
import type { Batch } from '../../grid/useBatch.ts'
import { createInitialRows } from '../../grid/useGrid.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { useSession } from '../../session/sessionContext.ts'
import { KnownRow } from './KnownRow.tsx'
import type { FoundRow, KnownDecisions, RowDecision } from './useKnownDecisions.ts'
import { type KnownUpdate, useKnownUpdate } from './useKnownUpdate.ts'

import './knownPeople.css'

type Props = { batch: Batch; decisions: KnownDecisions }

/** Rows listed and updated at once; a call takes a limited number. */
const shownRows = 200

type DecidedRows = { updated: readonly FoundRow[]; skipped: readonly FoundRow[] }

const decidedRows = (found: readonly FoundRow[]): DecidedRows => ({
  updated: found.filter(({ decision }) => decision?.kind === 'update'),
  skipped: found.filter(({ decision }) => decision?.kind === 'skip'),
})

/** Whether the chosen updates are compared and can all be done. */
const isApplicable = ({ compared, repeated }: KnownUpdate, { updated, skipped }: DecidedRows) =>
  updated.length + skipped.length > 0 &&
  ![...compared.values()].some(({ isRefused }) => isRefused) &&
  repeated.size === 0 &&
  // Without a comparison, an update would be taken for one that changes nothing.
  compared.size >= updated.length

type ListProps = Props & {
  found: readonly FoundRow[]
  /** Number of rows that are listed when these are done. */
  laterCount: number
  update: KnownUpdate
  onFinish: () => void
}

type HeadProps = { count: number; laterCount: number; onDecideAll: (kind: 'update' | 'skip') => void }

const KnownHead = ({ count, laterCount, onDecideAll }: HeadProps) => {
  const translate = useTranslate()
  return (
    <>
      <header className="cluster">
        <h2 className="section-title">
          {translate('%{count} 行是已有的人员，请选择更新或跳过', { count: count + laterCount })}
        </h2>
        <Button onClick={() => onDecideAll('update')}>{translate('全部更新')}</Button>
        <Button onClick={() => onDecideAll('skip')}>{translate('全部跳过')}</Button>
      </header>
      <p className="secondary">
        {translate('更新只修改表格中填写了的内容，空格不改；没有选择的行不会处理。')}
        {laterCount > 0 &&
          translate('先处理这 %{shown} 行，其余 %{count} 行随后列出。', { shown: count, count: laterCount })}
      </p>
    </>
  )
}

const KnownList = ({ batch: { grid }, decisions, found, laterCount, update, onFinish }: ListProps) => {
  const translate = useTranslate()
  const { compared, isComparing, repeated, failure, isApplying } = update
  const decided = decidedRows(found)
  const decideAll = (decisionOf: (id: number) => RowDecision) =>
    decisions.decide(new Map(found.map(({ row, people }) => [row.key, decisionOf(people[0]!.id)])))
  const decide = (key: number, decision: RowDecision) => {
    decisions.decide(new Map([[key, decision]]))
    // Somebody new can be created, so that the server's message no longer applies.
    if (decision.kind === 'new')
      grid.change({
        type: 'replace',
        rows: grid.rows.map(row => (row.key === key ? { ...row, refused: {} } : row)),
      })
  }
  return (
    <section className="panel known-people" aria-label={translate('已有的人员')}>
      <KnownHead
        count={found.length}
        laterCount={laterCount}
        onDecideAll={kind => decideAll(id => (kind === 'update' ? { kind, id } : { kind }))}
      />
      <ol className="known-rows">
        {found.map(one => (
          <KnownRow
            key={one.row.key}
            {...one}
            index={grid.rows.indexOf(one.row) + 1}
            columns={grid.columns}
            compared={compared.get(one.row.key)}
            isRepeated={repeated.has(one.row.key)}
            onDecide={decision => decide(one.row.key, decision)}
          />
        ))}
      </ol>
      {failure !== null && (
        <p className="failures" role="alert">
          {translate('没有完成：%{failure}', { failure: failureOf(failure, translate).message })}
        </p>
      )}
      <Button
        look="primary"
        disabled={isComparing || isApplying || !isApplicable(update, decided)}
        onClick={onFinish}
      >
        {isApplying
          ? translate('处理中…')
          : translate('更新 %{updated} 人，跳过 %{skipped} 行', {
              updated: decided.updated.length,
              skipped: decided.skipped.length,
            })}
      </Button>
    </section>
  )
}

/**
 * The rows about people who are there already: each is updated, skipped, or, where only the name and the office are the
 * same, created as somebody new.
 */
export const KnownPeople = ({ batch, decisions }: Props) => {
  const translate = useTranslate()
  const { self } = useSession()
  const [reportPath, setReportPath] = useState<string | null>(null)
  const { grid, edit } = batch
  const all = decisions.rowsOf(grid.rows)
  const found = all.slice(0, shownRows)
  const update = useKnownUpdate(found, grid.columns)
  if (!update.isServed || !self.capabilities.includes('lawyer.edit')) return null
  const finish = async () => {
    const path = await update.apply()
    if (path === undefined) return
    if (path !== null) setReportPath(path)
    const { updated, skipped } = decidedRows(found)
    const keys = new Set([...updated, ...skipped].map(({ row }) => row.key))
    const rest = grid.rows.filter(row => !keys.has(row.key))
    edit({ type: 'replace', rows: rest.length > 0 ? rest : createInitialRows(grid.empty) })
  }
  return (
    <>
      {reportPath && (
        <p className="panel cluster" role="status">
          {translate('正在更新已有人员，结果和撤销在批量操作中。')}
          <ButtonLink to={reportPath}>{translate('查看结果')}</ButtonLink>
        </p>
      )}
      {found.length > 0 && (
        <KnownList
          batch={batch}
          decisions={decisions}
          found={found}
          laterCount={all.length - found.length}
          update={update}
          onFinish={() => void finish()}
        />
      )}
    </>
  )
}
