import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'

import { call } from '../../../providers/call.ts'
import { useRecordForPage } from '../../../providers/useRecordForPage.ts'
import { useCallAddition } from '../../../providers/useCall.ts'
import { date, type OutputOf, optional, reason as reasonSchema, text } from '../../../resources/kit/index.ts'
import { lawyers } from '../../../resources/lawyers/index.ts'
import { refreshRows } from '../../form/refreshRows.ts'
import { Chip } from '../../fields/cells.tsx'
import { Input } from '../../fields/inputs.tsx'
import { Button, ButtonLink } from '../../shell/Button.tsx'
import { PageTitle } from '../../shell/pageSlots.tsx'
import { useAddition } from '../../shell/sessionContext.ts'
import { Loaded } from '../../shell/Loaded.tsx'
import { FieldForm } from '../../form/FieldForm.tsx'
import { useFieldForm } from '../../form/useFieldForm.ts'
import { doneSentences, type Receipt, consequenceSentences } from './sentences.ts'

import './lawyerLeave.css'

type Lawyer = OutputOf<typeof lawyers.calls.lawyerInfo>

const fields = {
  leaveDate: optional(date('离所日期', { hint: '不填时为今天' })),
  reason: {
    ...text('离所原因', { min: 2, max: 200, isMultiline: true, hint: '将写入重要日志' }),
    schema: reasonSchema,
  },
}

const useConsequences = (id: number) => {
  const consequencesCall = useAddition('lawyers.consequences')
  return useCallAddition(consequencesCall, { id }, { staleTime: 0 }).data
}

const SentenceList = ({ title, sentences }: { title: string; sentences: readonly string[] }) => (
  <>
    <h2 className="section-title">{title}</h2>
    <ul className="receipt-list">
      {sentences.map(sentence => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  </>
)

const BackToList = () => {
  const translate = useTranslate()
  return <ButtonLink to={lawyers.views.list!.path}>{translate('返回人员列表')}</ButtonLink>
}

/** Receipt of what was done, which can be printed. */
const LeaveReceipt = ({ lawyer, receipt }: { lawyer: Lawyer; receipt: Receipt | undefined }) => {
  const translate = useTranslate()
  return (
    <section className="panel is-state is-good" aria-label={translate('离所回执')} role="status">
      <p className="cluster">
        <Chip tone="good">{translate('已办理')}</Chip> {lawyer.name}
        {translate('已离所')}
      </p>
      <SentenceList title={translate('已完成')} sentences={doneSentences(receipt, translate)} />
      <p className="secondary">
        {translate('办理有误时，可在人员列表的“已离所”中恢复在所，并恢复展示名片和内容。')}
      </p>
      <div className="cluster receipt-foot">
        <BackToList />
        <Button onClick={() => print()}>{translate('打印回执')}</Button>
      </div>
    </section>
  )
}

const LeaveForm = ({ lawyer }: { lawyer: Lawyer }) => {
  const translate = useTranslate()
  const client = useQueryClient()
  const consequences = useConsequences(lawyer.id)
  const { mutateAsync, data, isPending } = useMutation({
    mutationKey: ['lawyers'],
    mutationFn: (answers: object) =>
      call('lawyers.update', { id: lawyer.id, version: lawyer.version, status: 4, ...answers }),
    onSuccess: () => void refreshRows(client),
  })
  const form = useFieldForm(fields, { onSave: async answers => void (await mutateAsync(answers)) })
  const { setFocus } = form.methods
  // Focused, because it is the only required field.
  useEffect(() => setFocus('reason'), [setFocus])
  if (data) return <LeaveReceipt lawyer={lawyer} receipt={data.receipt} />
  return (
    <section className="panel" aria-label={translate('办理离所')}>
      <SentenceList title={translate('办理后')} sentences={consequenceSentences(consequences, translate)} />
      <FieldForm form={form}>
        {Object.entries(fields).map(([name, field]) => (
          <Input key={name} field={field} source={name} isDisabled={isPending} />
        ))}
        {form.failure && (
          <p className="failures" role="alert">
            {translate('办理失败：%{message}', { message: form.failure })}
          </p>
        )}
        <div className="cluster receipt-foot">
          <BackToList />
          <Button type="submit" look="danger" disabled={isPending}>
            {isPending ? translate('处理中…') : translate('办理离所')}
          </Button>
        </div>
      </FieldForm>
    </section>
  )
}

const LeavePage = ({ lawyer }: { lawyer: Lawyer }) => {
  const translate = useTranslate()
  // State at the time of opening, so that the receipt stays after the status has changed.
  const [mayLeave] = useState(lawyer.status === 1 || lawyer.status === 3)
  return (
    <div className="stack lawyer-leave">
      <PageTitle>{translate('办理离所：%{name}', { name: lawyer.name })}</PageTitle>
      {mayLeave ? (
        <LeaveForm lawyer={lawyer} />
      ) : (
        <section className="panel">
          <p>
            {lawyer.status === 4
              ? translate('%{name}已离所。', { name: lawyer.name })
              : translate('只有正常或已停用的人员可以办理离所。')}
          </p>
          <BackToList />
        </section>
      )}
    </div>
  )
}

/** Page 办理离所: shows the consequences of a lawyer's leaving, then the receipt. */
export const LawyerLeave = () => {
  const id = Number(useParams().id)
  return (
    <Loaded query={useRecordForPage<Lawyer>('lawyers', id)}>{lawyer => <LeavePage lawyer={lawyer} />}</Loaded>
  )
}
