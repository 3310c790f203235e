import { useTranslate } from 'ra-core'

import type { SaveFailure } from './failure.ts'

type Props = {
  /** The failed action, such as 没有保存 or 没有发布. */
  what: string
  failure: { message: string; requestId?: SaveFailure['requestId'] }
}

/** Shows in the bar of a form why saving failed. */
export const FailureText = ({ what, failure: { message, requestId } }: Props) => {
  const translate = useTranslate()
  return (
    <span className="field-error">
      {translate('%{what}：%{message}。填写的内容都还在。', { what, message })}
      {requestId && <small>{translate('请求号 %{requestId}', { requestId })}</small>}
    </span>
  )
}
