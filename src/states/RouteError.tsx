import { useTranslate } from 'ra-core'
import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from 'react-router-dom'

import { CallError, errorSentence } from '../../providers/envelope.ts'
import { StatePage } from './StatePage.tsx'
import { Button } from '../ui/Button.tsx'

/** Error page for a route; the layout around it stays usable. */
export const RouteError = () => {
  const translate = useTranslate()
  const error = useRouteError()
  const navigate = useNavigate()
  const location = useLocation()
  const requestId = error instanceof CallError ? error.requestId : undefined
  const text = isRouteErrorResponse(error) ? translate('找不到这个页面') : errorSentence(error, translate)
  return (
    <StatePage
      title={translate('这个页面无法显示')}
      text={text}
      detail={requestId && translate('请求号 %{requestId}', { requestId })}
      actions={
        // Navigating to the same address makes the router reset the error.
        <Button look="primary" onClick={() => void navigate(location, { replace: true })}>
          {translate('重试')}
        </Button>
      }
    />
  )
}
