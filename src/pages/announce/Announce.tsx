import { useNotify, useTranslate } from 'ra-core'
import { useNavigate } from 'react-router-dom'

import { announcements } from '../../../resources/announcements.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import { Input } from '../../fields/inputs.tsx'
import { FormFrame, FormHead } from '../../form/FormFrame.tsx'
import type { Intent, Send } from '../../form/undoable/intent.ts'
import { IntentBar } from '../../form/undoable/IntentBar.tsx'
import { useRecordForm } from '../../form/useRecordForm.ts'
import { useSave } from '../../form/saving/useSave.ts'
import { useSession } from '../../session/sessionContext.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import {
  announcementFields,
  recipientFields,
  recipientInput,
  type RecipientValues,
  parseRecipients,
  announcementResolver,
} from './recipients.ts'
import { useRecipientCount } from './useRecipientCount.ts'

import './announce.css'

const recipientCountText = (
  { count, isUnknown }: ReturnType<typeof useRecipientCount>,
  translate: Translate,
) => {
  if (isUnknown) return translate('暂时无法计算收件人数，可以继续填写。')
  if (count === undefined) return translate('选择后显示收件人数。')
  return count === 0
    ? translate('所选范围内没有可以收到公告的人。')
    : translate('将发给 %{count} 人，不含您本人。', { count })
}

type SectionsProps = { values: RecipientValues; recipients: ReturnType<typeof useRecipientCount> }

const AnnouncementSections = ({ values, recipients }: SectionsProps) => {
  const translate = useTranslate()
  const { self } = useSession()
  const isBranch = self.officeLevel !== null && self.officeLevel > 2
  return (
    <>
      <section className="form-section" aria-label={translate('公告')}>
        <h2>{translate('公告')}</h2>
        {Object.entries(announcementFields).map(([name, field]) => (
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
          {recipientCountText(recipients, translate)}
        </p>
      </section>
    </>
  )
}

const sections = [
  { title: '公告', names: Object.keys(announcementFields) },
  { title: '收件人', names: ['audience', 'organizationIds', 'lawyerIds', 'adminIds'] },
]

const useSendAnnouncement = (): Send => {
  const save = useSave(announcements)
  return ({ title, content, level, ...recipients }) =>
    save({ title, content, level, ...recipientInput(parseRecipients(recipients)) }, null)
}

/** Page 发布公告. The number of recipients is shown while writing, and confirmed before sending. */
export const Announce = () => {
  const translate = useTranslate()
  const navigate = useNavigate()
  const notify = useNotify()
  const publish: Intent = {
    name: 'publish',
    label: translate('发布'),
    busyLabel: translate('发布中…'),
    isPrimary: true,
    isDefault: true,
    ask: (values, answer) => <ConfirmDialog {...answer} values={values} />,
    onSaved: ({ id, count }) => {
      notify(translate('公告已发给 %{count} 人', { count: Number(count) }), { type: 'success' })
      void navigate(announcements.views.show!.path.replace(':id', String(id)))
    },
  }
  const form = useRecordForm({
    sections,
    fields: announcements.fields,
    base: null,
    initial: announcements.initial,
    send: useSendAnnouncement(),
    intents: [publish],
    resolverFor: announcementResolver,
  })
  const values = parseRecipients(form.values)
  const recipients = useRecipientCount(values)
  return (
    <FormFrame form={form} guardTitle={translate('公告还没有发布')}>
      <div className="form-grid">
        <div className="form-column">
          <FormHead form={form} />
          <AnnouncementSections values={values} recipients={recipients} />
          <IntentBar
            form={form}
            failedText={translate('没有发布')}
            isDisabled={recipients.count === 0}
            onCancel={() => void navigate(announcements.views.list!.path)}
          />
        </div>
      </div>
    </FormFrame>
  )
}
