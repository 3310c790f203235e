import { useNotify } from 'ra-core'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'

import { cards } from '../../../resources/cards/index.ts'
import type { AnyRecord } from '../../../resources/kit/index.ts'
import { useRights } from '../../actions/useRights.ts'
import { adminForm, waitingForm } from '../../card/adminForm.ts'
import { type Card, useCard } from '../../card/useCard.ts'
import { PageTitle } from '../../layout/pageSlots.tsx'
import { Spinner } from '../../layout/Spinner.tsx'
import { RecordForm } from '../../views/form/RecordForm.tsx'
import { ErrorState } from '../../views/states.tsx'

import '../../views/views.css'

const Editor = ({ card }: { card: Card }) => {
  const navigate = useNavigate()
  const notify = useNotify()
  const { mayMake } = useRights()
  // The form keeps the version it was opened with: what others save meanwhile is a conflict to show, not to hide.
  const [base] = useState<AnyRecord>(() => ({ ...card, ...(card.auditStatus === 1 && { publish: 0 }) }))
  const isDecidable = card.auditStatus === 1 && mayMake(cards.calls.adminAuditCard)
  const leave = () => void navigate(`/app/card/detail/${card.id}`)
  return (
    <>
      <PageTitle>编辑名片:{card.name}</PageTitle>
      {card.auditStatus === 1 && !isDecidable && (
        <p className="field-hint">该名片正在等待审核,修改将保存到待审版本。</p>
      )}
      <RecordForm
        resource={isDecidable ? waitingForm : adminForm}
        base={base}
        onSaved={({ auditStatus }) => {
          notify(auditStatus === 2 ? '已保存并发布' : '已保存', { type: 'success' })
          leave()
        }}
        onCancel={leave}
      />
    </>
  )
}

/** 编辑名片: what an administrator changes is published at once, unless the card waits for review. */
export const CardEdit = () => {
  const id = Number(useParams().id)
  const { data, error, refetch, isFetchedAfterMount } = useCard(id)
  if (data && isFetchedAfterMount) return <Editor key={id} card={data} />
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Spinner />
}
