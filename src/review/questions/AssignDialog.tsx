import { useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useMemo } from 'react'

import type { ServedCall } from '../../../providers/call.ts'
import { optional, type OutputOf, select } from '../../../resources/kit/index.ts'
import type { cards } from '../../../resources/cards/index.ts'
import { PersonSelect } from '../../fields/choice/PersonSelect.tsx'
import { DialogForm } from '../../form/plain/DialogForm.tsx'
import { useFieldForm } from '../../form/plain/useFieldForm.ts'
import { useCall } from '../../session/useCall.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { PartFailed } from '../../loading/PartFailed.tsx'
import { Spinner } from '../../ui/Spinner.tsx'

type Reviewers = OutputOf<(typeof cards.calls)['reviewers']>
type Props = {
  assign: ServedCall<'cards.assign'>
  cardId: number
  assigneeId: number | null
  onClose: () => void
}

const AssignForm = ({ assign, cardId, assigneeId, onClose, reviewers }: Props & { reviewers: Reviewers }) => {
  const translate = useTranslate()
  const notify = useNotify()
  const client = useQueryClient()
  const fields = useMemo(
    () => ({
      adminId: optional(
        select(
          translate('审核人'),
          reviewers.map(({ id, name }) => [id, name] as const),
          { hint: translate('不选表示不分配。其他审核人仍可审核。') },
        ),
      ),
    }),
    [reviewers, translate],
  )
  const form = useFieldForm(fields, {
    initial: { adminId: assigneeId },
    onSave: async ({ adminId }) => {
      await assign({ id: cardId, adminId: adminId ?? null })
      notify(adminId ? translate('已分配') : translate('已取消分配'), { type: 'success' })
      await client.invalidateQueries({ queryKey: ['cards', 'questions'] })
      await client.invalidateQueries({ queryKey: ['reviews'] })
      onClose()
    },
  })
  return (
    <DialogForm
      form={form}
      title={translate('分配审核人')}
      submitLabel={translate('保存')}
      busyLabel={translate('保存中…')}
      onClose={onClose}
    >
      <PersonSelect field={fields.adminId} source="adminId" people={reviewers} />
    </DialogForm>
  )
}

/** Chooses the reviewer to whom a waiting card is assigned. */
export const AssignDialog = (props: Props) => {
  const translate = useTranslate()
  const { cardId, onClose } = props
  const { data, isError, refetch } = useCall('cards.reviewers', { id: cardId }, { staleTime: 0 })
  if (data) return <AssignForm {...props} reviewers={data} />
  return (
    <Dialog title={translate('分配审核人')} onClose={onClose}>
      <div className="dialog-content">
        {isError ? <PartFailed onRetry={() => void refetch()} /> : <Spinner />}
      </div>
    </Dialog>
  )
}
