import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useParams } from 'react-router-dom'

import { call } from '../../../providers/call.ts'
import { useRecordForPage } from '../../../providers/useRecordForPage.ts'
import {
  date,
  type OutputOf,
  optional,
  reason as reasonSchema,
  select,
  text,
} from '../../../resources/kit/index.ts'
import { lawyers } from '../../../resources/lawyers/index.ts'
import { refreshRows } from '../../form/saving/refreshRows.ts'
import { Chip } from '../../ui/Chip.tsx'
import { Input } from '../../fields/inputs.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { PageTitle } from '../../layout/pageSlots.tsx'
import { useFormats } from '../../language/useLanguage.ts'
import { saveFile } from '../../browser/saveFile.ts'
import { useSession } from '../../session/sessionContext.ts'
import { useCall, useServedCall } from '../../session/useCall.ts'
import { Loaded } from '../../states/Loaded.tsx'
import { FieldForm } from '../../form/plain/FieldForm.tsx'
import { useKeptForm } from '../../form/drafts/useKeptForm.tsx'
import { receiptFile } from './receiptFile.ts'
import { doneSentences, type LeavingChoices, type Receipt, consequenceSentences } from './sentences.ts'

import './lawyerLeave.css'

type Lawyer = OutputOf<typeof lawyers.calls.lawyerInfo>

const basicFields = {
  leaveDate: optional(date('离所日期', { hint: '不填时为今天' })),
  reason: {
    ...text('离所原因', { min: 2, max: 200, isMultiline: true, hint: '将写入重要日志' }),
    schema: reasonSchema,
  },
}

const { successorId, removeOn } = lawyers.fields

/** Choices that a back-end with the addition understands. */
const choiceFields = {
  successorId,
  contents: optional(
    select(
      '其为唯一作者的内容',
      [
        ['hide', '下架'],
        ['keep', '保留展示'],
        ['move', '改由接任人署名'],
      ],
      { hint: '不填时下架' },
    ),
  ),
  removeOn,
}
const allFields = { leaveDate: basicFields.leaveDate, ...choiceFields, reason: basicFields.reason }
const departureFields = { successorId, removeOn }

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

type ReceiptProps = { lawyer: Lawyer; receipt: Receipt | undefined; choices: LeavingChoices }

/** Receipt of what was done, which can be printed and saved as a file. */
const LeaveReceipt = ({ lawyer, receipt, choices }: ReceiptProps) => {
  const translate = useTranslate()
  const formats = useFormats()
  const { self } = useSession()
  const [doneAt] = useState(() => new Date())
  const sentences = doneSentences(receipt, choices, translate)
  const title = translate('离所回执')
  const save = () =>
    saveFile({
      name: `${title}-${lawyer.name}.html`,
      blob: receiptFile({
        title: `${title} – ${lawyer.name}`,
        notes: [self.organizationName, self.name, formats.moment(doneAt)],
        sentences,
      }),
    })
  return (
    <section className="panel is-state is-good" aria-label={translate('离所回执')} role="status">
      <p className="cluster">
        <Chip tone="good">{translate('已办理')}</Chip> {lawyer.name}
        {translate('已离所')}
      </p>
      <SentenceList title={translate('已完成')} sentences={sentences} />
      <p className="secondary">
        {translate('办理有误时，可在人员列表的“已离所”中恢复在所，并恢复展示名片和内容。')}
      </p>
      <div className="cluster receipt-foot">
        <BackToList />
        <Button onClick={save}>{translate('下载回执')}</Button>
        <Button onClick={() => print()}>{translate('打印回执')}</Button>
      </div>
    </section>
  )
}

const LeaveForm = ({ lawyer }: { lawyer: Lawyer }) => {
  const translate = useTranslate()
  const client = useQueryClient()
  const consequencesCall = useServedCall('lawyers.consequences')
  const { data: consequences } = useCall('lawyers.consequences', { id: lawyer.id }, { staleTime: 0 })
  const fields = consequencesCall ? allFields : basicFields
  const { mutateAsync, data, isPending } = useMutation({
    mutationKey: ['lawyers'],
    // Values that were left empty are not sent, since other back-ends need not know them.
    mutationFn: (answers: object) =>
      call('lawyers.update', {
        id: lawyer.id,
        version: lawyer.version,
        status: 4,
        ...Object.fromEntries(Object.entries(answers).filter(([, value]) => value != null)),
      }),
    onSuccess: () => void refreshRows(client),
  })
  const form = useKeptForm(fields, {
    draftName: `leave ${lawyer.id}`,
    version: lawyer.version,
    onSave: async answers => void (await mutateAsync(answers)),
  })
  const { setFocus, control } = form.methods
  const choices: LeavingChoices = useWatch({ control })
  // Focused, because it is the only required field.
  useEffect(() => setFocus('reason'), [setFocus])
  if (data) return <LeaveReceipt lawyer={lawyer} receipt={data.receipt} choices={choices} />
  return (
    <section className="panel" aria-label={translate('办理离所')}>
      <SentenceList
        title={translate('办理后')}
        sentences={consequenceSentences(consequences, choices, translate)}
      />
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

/** Changes the successor and the day of removal of a person who has left. */
const DepartureForm = ({ lawyer }: { lawyer: Lawyer }) => {
  const translate = useTranslate()
  const notify = useNotify()
  const client = useQueryClient()
  const form = useKeptForm(departureFields, {
    draftName: `departure ${lawyer.id}`,
    version: lawyer.version,
    initial: lawyer,
    onSave: async ({ successorId: successor = null, removeOn: day = null }) => {
      const { id, version } = lawyer
      await call('lawyers.update', { id, version, successorId: successor, removeOn: day })
      notify(translate('已保存'), { type: 'success' })
      // Not awaited: the form of the new version must not find what was saved among the drafts.
      void refreshRows(client)
    },
  })
  return (
    <FieldForm form={form}>
      {Object.entries(departureFields).map(([name, field]) => (
        <Input key={name} field={field} source={name} />
      ))}
      {form.failure && (
        <p className="failures" role="alert">
          {form.failure}
        </p>
      )}
      <Button type="submit" look="primary">
        {translate('保存')}
      </Button>
    </FieldForm>
  )
}

const LeavePage = ({ lawyer }: { lawyer: Lawyer }) => {
  const translate = useTranslate()
  const isServed = useServedCall('lawyers.consequences') !== undefined
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
          {lawyer.status === 4 && isServed && <DepartureForm key={lawyer.version} lawyer={lawyer} />}
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
