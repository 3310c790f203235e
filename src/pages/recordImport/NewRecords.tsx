import { useTranslate } from 'ra-core'
import { useMemo, useRef, useState } from 'react'

import type { Choice } from '../../../providers/choices.ts'
import type { AnyEntity } from '../../../resources/kit/index.ts'
import { importColumnsFor, emptyCells, initialCells } from '../../grid/columns.ts'
import { GridPage } from '../../grid/GridPage.tsx'
import { UndoButton } from '../../grid/undo/UndoButton.tsx'
import { useBatch } from '../../grid/useBatch.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { useShownLanguage } from '../../language/useLanguage.ts'
import { type ImportOutcome, useRecordImport } from './useRecordImport.ts'
import { useRecordTexts } from './useRecordWords.ts'

import './recordImport.css'

type CreatedProps = { resource: AnyEntity; created: CreatedRecords; onClose: () => void }
type CreatedRecords = { count: number; batchIds: readonly number[] }

/** Number of created records, with a button that undoes their creation. */
const CreatedNote = ({ resource, created: { count, batchIds }, onClose }: CreatedProps) => {
  const translate = useTranslate()
  return (
    <section className="panel cluster imported" aria-label={translate('导入结果')}>
      <h2 className="section-title" tabIndex={-1}>
        {translate('已创建 %{count} 条', { count })}
      </h2>
      <ButtonLink to={resource.views.list!.path}>{translate('返回列表')}</ButtonLink>
      <UndoButton
        label={translate('撤销本次创建')}
        look="quiet"
        batchIds={batchIds}
        count={count}
        onUndone={onClose}
      />
      <Button look="quiet" onClick={onClose}>
        {translate('关闭')}
      </Button>
    </section>
  )
}

const noneCreated: CreatedRecords = { count: 0, batchIds: [] }

type Props = { resource: AnyEntity; choices: Readonly<Record<string, readonly Choice[]>> }

/** Grid of new records, with the result above it. */
export const NewRecords = ({ resource, choices }: Props) => {
  const language = useShownLanguage()
  const { importColumns = {}, fields, unique = [], initial = {} } = resource
  const table = useRef<HTMLTableElement>(null)
  const result = useRef<HTMLDivElement>(null)
  const [created, setCreated] = useState(noneCreated)
  const columns = useMemo(
    () => importColumnsFor({ importColumns, fields, unique, choices }, language),
    [importColumns, fields, unique, choices, language],
  )
  // Fixed in the language in which the grid was opened: blank rows are recognised by these texts.
  const [empty] = useState(() => emptyCells(columns, initialCells(columns, initial)))
  const batch = useBatch(columns, empty, {
    sending: useRecordImport(resource, columns),
    onMade: ({ made: rows, batchId }: ImportOutcome) =>
      setCreated(({ count, batchIds }) => ({
        count: count + rows.size,
        batchIds: batchId === null ? batchIds : [...batchIds, batchId],
      })),
    isAllOnly: true,
    table,
    result,
  })
  return (
    <GridPage batch={batch} words={useRecordTexts(resource)} table={table} result={result} isAllOnly>
      {created.count > 0 && (
        <CreatedNote resource={resource} created={created} onClose={() => setCreated(noneCreated)} />
      )}
    </GridPage>
  )
}
