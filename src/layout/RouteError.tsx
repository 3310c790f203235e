import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from 'react-router-dom'

import { CallError, sentenceOf } from '../../providers/envelope.ts'
import { StatePage } from './StatePage.tsx'
import { Button } from './Button.tsx'
import { useTranslate } from '../i18n/useTranslate.ts'

/** The words of Chromium, Firefox and Safari for code that did not arrive. */
const brokenChunk = /dynamically imported module|Importing a module script failed|Unable to preload/i

/** What went wrong on one screen; the shell around it stays. */
export const RouteError = () => {
  const translate = useTranslate()
  const error = useRouteError()
  const navigate = useNavigate()
  const location = useLocation()
  if (error instanceof Error && brokenChunk.test(error.message))
    return (
      <StatePage
        title={translate('页面没有加载完整')}
        text={translate('可能是网络中断，或系统刚刚更新过。刷新后即可继续。')}
        actions={
          <Button look="primary" onClick={() => window.location.reload()}>
            {translate('刷新')}
          </Button>
        }
      />
    )
  const requestId = error instanceof CallError ? error.requestId : undefined
  const text = isRouteErrorResponse(error) ? translate('找不到这个页面') : sentenceOf(error)
  return (
    <StatePage
      title={translate('这个页面没能显示')}
      text={text}
      detail={requestId && translate('请求编号 %{requestId}', { requestId })}
      actions={
        // The same address again: the router then forgets the error.
        <Button look="primary" onClick={() => void navigate(location, { replace: true })}>
          {translate('重试')}
        </Button>
      }
    />
  )
}
