import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { failureOf } from '../../form/failure.ts'
import type { Batch } from '../../grid/useBatch.ts'
import { createInitialRows } from '../../grid/useGrid.ts'
import { Button, ButtonLink } from '../../shell/Button.tsx'
import { useSession } from '../../shell/sessionContext.ts'
import { KnownRow } from './KnownRow.tsx'
import type { RowDecision, KnownDecisions } from './useKnownDecisions.ts'
import { useKnownUpdate } from './useKnownUpdate.ts'

import './knownPeople.css'

type Props = { batch: Batch; decisions: KnownDecisions }

/**
 * The rows about people who are there already: each is updated, skipped, or, where only the name and the office are the
 * same, created as somebody new.
 */
export const KnownPeople = ({ batch: { grid, edit }, decisions }: Props) => {
  const translate = useTranslate()
  const { self } = useSession()
  const [reportPath, setReportPath] = useState<string | null>(null)
  const found = decisions.rowsOf(grid.rows)
  const { compared, isComparing, repeated, failure, isApplying, apply, isServed } = useKnownUpdate(
    found,
    grid.columns,
  )
  if (!isServed || !self.capabilities.includes('lawyer.edit')) return null
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
  const updated = found.filter(({ decision }) => decision?.kind === 'update')
  const skipped = found.filter(({ decision }) => decision?.kind === 'skip')
  // Without a comparison, an update would be taken for one that changes nothing.
  const isWrong =
    [...compared.values()].some(({ isRefused }) => isRefused) ||
    repeated.size > 0 ||
    compared.size < updated.length
  const finish = async () => {
    const path = await apply()
    if (path === undefined) return
    if (path !== null) setReportPath(path)
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
        <section className="panel known-people" aria-label={translate('已有的人员')}>
          <header className="cluster">
            <h2 className="section-title">
              {translate('%{count} 行是已有的人员，请选择更新或跳过', { count: found.length })}
            </h2>
            <Button onClick={() => decideAll(id => ({ kind: 'update', id }))}>{translate('全部更新')}</Button>
            <Button onClick={() => decideAll(() => ({ kind: 'skip' }))}>{translate('全部跳过')}</Button>
          </header>
          <p className="secondary">
            {translate('更新只修改表格中填写了的内容，空格不改；没有选择的行不会处理。')}
          </p>
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
            disabled={isComparing || isApplying || isWrong || updated.length + skipped.length === 0}
            onClick={() => void finish()}
          >
            {isApplying
              ? translate('处理中…')
              : translate('更新 %{updated} 人，跳过 %{skipped} 行', {
                  updated: updated.length,
                  skipped: skipped.length,
                })}
          </Button>
        </section>
      )}
    </>
  )
}
