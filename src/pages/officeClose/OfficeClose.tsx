import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useMemo, useState } from 'react'
import { useParams } from 'react-router-dom'

import { useFormRecord } from '../../../providers/useRecordForPage.ts'
import { CallError } from '../../../providers/envelope.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import { offices } from '../../../resources/offices/index.ts'
import { useCall, useServedCall } from '../../session/useCall.ts'
import { Chip } from '../../ui/Chip.tsx'
import { Input } from '../../fields/inputs.tsx'
import { FieldForm } from '../../form/plain/FieldForm.tsx'
import { refreshRows } from '../../form/saving/refreshRows.ts'
import { useKeptForm } from '../../form/drafts/useKeptForm.tsx'
import { actionDialogFields } from '../../record/actions/dialogFields.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Loaded } from '../../states/Loaded.tsx'
import { PageTitle } from '../../layout/pageSlots.tsx'
import { pathTo } from '../../routing/paths.ts'
import { closingSentences, type Contents, contentSentences, targetFields } from './fields.ts'

type Office = OutputOf<typeof offices.calls.firmOrganizationInfo> & { id: number }
type Moved = OutputOf<typeof offices.calls.close>

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

const BackToOffice = ({ id }: { id: number }) => {
  const translate = useTranslate()
  return <ButtonLink to={pathTo(offices.views.show!.path, id)}>{translate('返回律所')}</ButtonLink>
}

const isConflict = (error: unknown) => error instanceof CallError && error.code === '4090'

const ClosingReceipt = ({ office, moved }: { office: Office; moved: Moved }) => {
  const translate = useTranslate()
  return (
    <section className="panel is-state is-good" aria-label={translate('关闭结果')} role="status">
      <p className="cluster">
        <Chip tone="good">{translate('已关闭')}</Chip> {office.name}
      </p>
      <SentenceList title={translate('已完成')} sentences={closingSentences(moved, translate)} />
      <div className="cluster receipt-foot">
        <BackToOffice id={office.id} />
        <ButtonLink to={offices.views.list!.path}>{translate('返回律所列表')}</ButtonLink>
      </div>
    </section>
  )
}

type FormProps = { office: Office; contents: Contents | undefined; onReload: () => void }

const ClosingForm = ({ office, contents, onReload }: FormProps) => {
  const translate = useTranslate()
  const client = useQueryClient()
  const closing = useServedCall('offices.close')
  // What was counted when the form opened, so that its fields stay while they are filled in.
  const [counted] = useState(contents)
  const { organizationId, version } = office
  const fields = useMemo(
    () => ({
      ...targetFields(counted),
      ...actionDialogFields({}, offices.calls.close.who),
    }),
    [counted],
  )
  const { mutateAsync, data, error, isPending } = useMutation({
    mutationKey: ['offices'],
    mutationFn: (answers: object) => closing!({ organizationId, version, ...answers }),
    onSuccess: () => void refreshRows(client),
  })
  const form = useKeptForm(fields, {
    draftName: `close ${organizationId}`,
    version,
    onSave: async answers => void (await mutateAsync(answers)),
  })
  if (data) return <ClosingReceipt office={office} moved={data} />
  return (
    <section className="panel" aria-label={translate('关闭律所')}>
      {counted && (
        <SentenceList title={translate('关闭后')} sentences={contentSentences(counted, translate)} />
      )}
      <FieldForm form={form}>
        {Object.entries(fields).map(([name, field]) => (
          <Input key={name} field={field} source={name} isDisabled={isPending} />
        ))}
        {form.failure && (
          <p className="failures" role="alert">
            {translate('没有关闭成功：%{message}', { message: form.failure })}{' '}
            {isConflict(error) && (
              <Button look="link" onClick={onReload}>
                {translate('重新载入')}
              </Button>
            )}
          </p>
        )}
        <div className="cluster receipt-foot">
          <BackToOffice id={office.id} />
          <Button type="submit" look="danger" disabled={isPending || !closing}>
            {isPending ? translate('处理中…') : translate('关闭律所')}
          </Button>
        </div>
      </FieldForm>
    </section>
  )
}

const CountedForm = (props: Omit<FormProps, 'contents'>) => {
  const counting = useServedCall('offices.contents')
  const query = useCall(
    'offices.contents',
    { organizationId: props.office.organizationId },
    { staleTime: 0, gcTime: 0 },
  )
  if (!counting) return <ClosingForm {...props} contents={undefined} />
  return <Loaded query={query}>{contents => <ClosingForm {...props} contents={contents} />}</Loaded>
}

/** Whether nothing is left to close: the office is disabled and hidden, and has neither people nor administrators. */
const isOfficeClosed = ({ status, showStatus, lawyerNum, cardNum, adminNum }: Office) =>
  status + showStatus + lawyerNum + cardNum + adminNum === 0

const ClosingPage = ({ office, onReload }: { office: Office; onReload: () => void }) => {
  const translate = useTranslate()
  const isOpen = office.isMain === 0 && !isOfficeClosed(office)
  return (
    <div className="stack is-narrow">
      <PageTitle>{translate('关闭律所：%{name}', { name: office.name })}</PageTitle>
      {isOpen ? (
        <CountedForm office={office} onReload={onReload} />
      ) : (
        <section className="panel">
          <p>{office.isMain === 1 ? translate('总所不能关闭') : translate('该律所已关闭')}</p>
          <BackToOffice id={office.id} />
        </section>
      )}
    </div>
  )
}

const OpenedOffice = ({ id, onReload }: { id: number; onReload: () => void }) => (
  <Loaded query={useFormRecord<Office>('offices', id)}>
    {office => <ClosingPage office={office} onReload={onReload} />}
  </Loaded>
)

/** Page 关闭律所: shows what an office has, asks where it goes, and ends with what was done. */
export const OfficeClose = () => {
  const id = Number(useParams().id)
  // After a conflict the page starts again with the present record.
  const [round, setRound] = useState(0)
  return <OpenedOffice key={`${id}:${round}`} id={id} onReload={() => setRound(round + 1)} />
}
