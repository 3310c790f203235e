import { Form, useTranslate } from 'ra-core'
import { useState } from 'react'
import { type FieldValues, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'

import { announcements } from '../../../resources/announcements.ts'
import { Input } from '../../fields/inputs.tsx'
import { useSession } from '../../shell/sessionContext.ts'
import { FailureText } from '../../form/FailureText.tsx'
import { LeaveGuard } from '../../form/LeaveGuard.tsx'
import type { Translate } from '../../../resources/kit/translate.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { contentFields, type RecipientValues, recipientFields, resolver } from './recipients.ts'
import { useRecipientCount } from './useRecipientCount.ts'
import { useSendAnnouncement } from './useSendAnnouncement.ts'
import { Button } from '../../shell/Button.tsx'

import './announce.css'

const countText = ({ count, isUnknown }: ReturnType<typeof useRecipientCount>, translate: Translate) => {
  if (isUnknown) return translate('暂时算不出收件人数，可以继续填写。')
  if (count === undefined) return translate('选择后显示收件人数。')
  return count === 0
    ? translate('所选范围内没有可以收到公告的人。')
    : translate('将发给 %{count} 人，不含您本人。', { count })
}

type SectionsProps = { values: RecipientValues; recipients: ReturnType<typeof useRecipientCount> }

const Sections = ({ values, recipients }: SectionsProps) => {
  const translate = useTranslate()
  const { self } = useSession()
  const isBranch = self.officeLevel !== null && self.officeLevel > 2
  return (
    <>
      <section className="form-section" aria-label={translate('公告')}>
        <h2>{translate('公告')}</h2>
        {Object.entries(contentFields).map(([name, field]) => (
          <Input key={name} field={field} source={name} />
        ))}
      </section>
      <section className="form-section" aria-label={translate('收件人')}>
        <h2>{translate('收件人')}</h2>
        {isBranch && (
          <p className="field-hint announce-scope">
            {translate('您可以发给%{organizationName}的人员。', { organizationName: self.organizationName })}
          </p>
        )}
        <Input field={announcements.fields.audience} source="audience" />
        {Object.entries(recipientFields(values.audience)).map(([name, field]) => (
          <Input key={name} field={field} source={name} />
        ))}
        <p className="note announce-count" role="status" aria-busy={recipients.isFetching}>
          {countText(recipients, translate)}
        </p>
      </section>
    </>
  )
}

type BodyProps = {
  /** What was submitted and waits for the confirmation. */
  submitted: FieldValues | null
  onClose: () => void
}

const Body = ({ submitted, onClose }: BodyProps) => {
  const translate = useTranslate()
  const navigate = useNavigate()
  const { control } = useFormContext<RecipientValues>()
  const { isDirty } = useFormState()
  const values = useWatch({ control })
  const recipients = useRecipientCount(values)
  const { send, isSending, isSent, failure } = useSendAnnouncement(onClose)
  return (
    <div className="form-grid">
      <div className="form-column">
        <Sections values={values} recipients={recipients} />
        <div className="save-bar">
          <p className="save-bar-text" role="status">
            {failure && <FailureText what={translate('没有发布')} failure={{ message: failure }} />}
          </p>
          <Button onClick={() => void navigate(announcements.views.list!.path)}>{translate('取消')}</Button>
          <Button type="submit" look="primary" disabled={recipients.count === 0}>
            {translate('发布')}
          </Button>
        </div>
      </div>
      {submitted && (
        <ConfirmDialog
          title={String(submitted['title'])}
          count={recipients.count}
          isSending={isSending}
          onClose={onClose}
          onConfirm={() => void send(submitted)}
        />
      )}
      <LeaveGuard isChanged={isDirty && !isSent} onLeave={() => {}} title={translate('公告还没有发布')} />
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

/** 发布公告: whom it reaches is counted while it is written, and confirmed before it is sent. */
export const Announce = () => {
  const [submitted, setSubmitted] = useState<FieldValues | null>(null)
  return (
    <Form
      className="form"
      defaultValues={initial}
      resolver={resolver}
      noValidate
      disableInvalidFormNotification
      onSubmit={(values: FieldValues) => setSubmitted(values)}
    >
      <Body submitted={submitted} onClose={() => setSubmitted(null)} />
    </Form>
  )
}
