import { useNotify, useTranslate } from 'ra-core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { type FieldValues, useFormContext } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'

import { announcements } from '../../../resources/announcements.ts'
import { showServerErrors } from '../../form/showServerErrors.ts'
import { useSave } from '../../form/useSave.ts'
import { recipientsOf } from './recipients.ts'

/** Sends what was confirmed; a failure closes the confirmation and shows in the form. */
export const useSendAnnouncement = (onClose: () => void) => {
  const translate = useTranslate()
  const navigate = useNavigate()
  const notify = useNotify()
  const { setError } = useFormContext()
  const { save, isSaving } = useSave(announcements)
  const [isSent, setSent] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const send = async (announcement: FieldValues) => {
    const { title, content, level } = announcement
    const result = await save({ title, content, level, ...recipientsOf(announcement) }, null)
    if (result.kind === 'saved') {
      // Before the page is left, the guard has to know that nothing is unsent.
      flushSync(() => setSent(true))
      notify(translate('公告已发给 %{count} 人', { count: Number(result.record['count']) }), {
        type: 'success',
      })
      return navigate(announcements.views.show!.path.replace(':id', String(result.record.id)))
    }
    onClose()
    setFailure(result.kind === 'failed' ? result.message : null)
    if (result.kind === 'wrong') showServerErrors(setError, result.errors)
  }
  return { send, isSending: isSaving, isSent, failure }
}
