import { useTranslate } from 'ra-core'

/** Says that the progress may be older than it looks, since the server answers no more. */
export const UnansweredNote = () => {
  const translate = useTranslate()
  return (
    <p className="note is-waiting" role="status">
      {translate('暂时没有收到服务器的答复，这里是此前的进度，收到后自动更新。')}
    </p>
  )
}

type Polled = { isError: boolean; failureCount: number }

/** Whether the server has left repeated questions unanswered; a single failure is repeated within a second. */
export const goesUnanswered = ({ isError, failureCount }: Polled) => isError || failureCount > 1
