import { useQuery } from '@tanstack/react-query'
import { Form, type SaveHandler, useNotify } from 'ra-core'
import { useState } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'

import { call } from '../../../providers/call.ts'
import { announcements } from '../../../resources/announcements.ts'
import { Dialog } from '../../actions/Dialog.tsx'
import { Input } from '../../fields/inputs.tsx'
import { pathOf } from '../../fields/resolver.ts'
import { useShell } from '../../layout/shell.ts'
import { LeaveGuard } from '../../views/form/LeaveGuard.tsx'
import { useSave } from '../../views/form/useSave.ts'
import { askedFor, receivingOf, resolver, type Values, written } from './receiving.ts'

import '../../actions/actions.css'
import '../../fields/fields.css'
import '../../views/views.css'
import './announce.css'

type Announcement = Values & Record<string, unknown>
const { list, show } = announcements.views

const useReceivers = (values: Values) => {
  const receiving = receivingOf(values)
  const { data, isFetching, error } = useQuery({
    queryKey: ['announcements', 'count', receiving],
    queryFn: ({ signal }) => call('announcements.count', receiving!, { signal }),
    enabled: receiving !== null,
    staleTime: 30_000,
  })
  return { count: receiving === null ? undefined : data?.count, isFetching, isUnknown: error !== null }
}

const CountLine = ({ count, isFetching, isUnknown }: ReturnType<typeof useReceivers>) => (
  <p className="announce-count" role="status" aria-busy={isFetching}>
    {isUnknown
      ? '暂时算不出收件人数,可以继续填写。'
      : count === undefined
        ? '选择后显示收件人数。'
        : count === 0
          ? '所选范围内没有可以收到公告的人。'
          : `将发给 ${count} 人,不含您本人。`}
  </p>
)

type BodyProps = { asked: Announcement | null; onClose: () => void }

const Body = ({ asked, onClose }: BodyProps) => {
  const { self } = useShell()
  const navigate = useNavigate()
  const notify = useNotify()
  const { setError } = useFormContext()
  const { isDirty } = useFormState()
  const { save, isSaving } = useSave(announcements)
  const [isSent, setSent] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const values = useWatch() as Announcement
  const receivers = useReceivers(values)
  const isBranch = self.officeLevel !== null && self.officeLevel > 2

  const send = async (announcement: Announcement) => {
    const { title, content, level } = announcement
    const result = await save({ title, content, level, ...receivingOf(announcement) }, null)
    if (result.kind === 'saved') {
      // Before the page is left, the guard has to know that nothing is unsent.
      flushSync(() => setSent(true))
      notify(`公告已发给 ${String(result.record['count'])} 人`, { type: 'success' })
      return navigate(show!.path.replace(':id', String(result.record.id)))
    }
    onClose()
    if (result.kind !== 'wrong') return setFailure(result.kind === 'failed' ? result.message : null)
    for (const [name, message] of Object.entries(result.errors))
      setError(pathOf(name), { type: 'server', message }, { shouldFocus: true })
  }
  return (
    <div className="form-grid">
      <div className="form-column">
        <section className="form-section" aria-label="公告">
          <h2>公告</h2>
          {Object.entries(written).map(([name, field]) => (
            <Input key={name} field={field} source={name} />
          ))}
        </section>
        <section className="form-section" aria-label="收件人">
          <h2>收件人</h2>
          {isBranch && <p className="field-hint announce-scope">您可以发给{self.organizationName}的人员。</p>}
          <Input field={announcements.fields.audience} source="audience" />
          {Object.entries(askedFor(values.audience)).map(([name, field]) => (
            <Input key={name} field={field} source={name} />
          ))}
          <CountLine {...receivers} />
        </section>
        <div className="save-bar">
          <p className="save-bar-text" role="status">
            {failure && <span className="field-error">没有发布:{failure}。填写的内容都还在。</span>}
          </p>
          <button type="button" className="button" onClick={() => void navigate(list!.path)}>
            取消
          </button>
          <button type="submit" className="button button-primary" disabled={receivers.count === 0}>
            发布
          </button>
        </div>
      </div>
      {asked && (
        <Dialog title="发布公告" onClose={isSaving ? undefined : onClose}>
          <div className="dialog-content">
            <p>
              「{String(asked['title'])}」
              {receivers.count ? `将发给 ${receivers.count} 人` : '将发给所选人员'}
              ,发出后不能撤回。
            </p>
          </div>
          <footer className="dialog-foot">
            <button type="button" className="button" disabled={isSaving} onClick={onClose}>
              再看看
            </button>
            <button
              type="button"
              className="button button-primary"
              disabled={isSaving}
              onClick={() => void send(asked)}
            >
              {isSaving ? '发布中…' : '确认发布'}
            </button>
          </footer>
        </Dialog>
      )}
      <LeaveGuard isChanged={isDirty && !isSent} onLeave={() => {}} title="公告还没有发布" />
    </div>
  )
}

const initial = {
  title: null,
  content: null,
  ...announcements.initial,
  organizationIds: null,
  lawyerIds: null,
  adminIds: null,
}

/** 发布公告: whom it reaches is counted while it is written, and said once more before it goes. */
export const Announce = () => {
  const [asked, setAsked] = useState<Announcement | null>(null)
  return (
    <Form
      className="form"
      defaultValues={initial}
      resolver={resolver}
      noValidate
      disableInvalidFormNotification
      onSubmit={(values => setAsked(values as Announcement)) as SaveHandler<Record<string, unknown>>}
    >
      <Body asked={asked} onClose={() => setAsked(null)} />
    </Form>
  )
}
