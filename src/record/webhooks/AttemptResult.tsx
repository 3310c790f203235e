import { useTranslate } from 'ra-core'

import { Chip } from '../../ui/Chip.tsx'

/** One attempt to deliver an event; another back-end may leave any part out. */
export type Attempt = {
  at: string
  status?: number | null | undefined
  ms?: number | undefined
  error?: string | null | undefined
  answer?: string | null | undefined
}

const isSuccess = ({ status }: Attempt) => status != null && status >= 200 && status < 300

/** The HTTP status of an attempt, or why there was no answer. */
export const AttemptResult = ({ attempt }: { attempt: Attempt }) => {
  const translate = useTranslate()
  const { status, error } = attempt
  const text = status == null ? translate(error ?? '没有答复') : `HTTP ${status}`
  return <Chip tone={isSuccess(attempt) ? 'good' : 'bad'}>{text}</Chip>
}
