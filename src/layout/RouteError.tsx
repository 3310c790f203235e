import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from 'react-router-dom'

import { CallError, sentenceOf } from '../../providers/envelope.ts'
import { StatePage } from './StatePage.tsx'
import { Button } from './Button.tsx'

/** The words of Chromium, Firefox and Safari for code that did not arrive. */
const brokenChunk = /dynamically imported module|Importing a module script failed|Unable to preload/i

/** What went wrong on one screen; the shell around it stays. */
export const RouteError = () => {
  const error = useRouteError()
  const navigate = useNavigate()
  const location = useLocation()
  if (error instanceof Error && brokenChunk.test(error.message))
    return (
      <StatePage
        title="页面没有加载完整"
        text="可能是网络中断，或系统刚刚更新过。刷新后即可继续。"
        actions={
          <Button look="primary" onClick={() => window.location.reload()}>
            刷新
          </Button>
        }
      />
    )
  const requestId = error instanceof CallError ? error.requestId : undefined
  const text = isRouteErrorResponse(error) ? '找不到这个页面' : sentenceOf(error)
  return (
    <StatePage
      title="这个页面没能显示"
      text={text}
      detail={requestId && `请求编号 ${requestId}`}
      actions={
        // The same address again: the router then forgets the error.
        <Button look="primary" onClick={() => void navigate(location, { replace: true })}>
          重试
        </Button>
      }
    />
  )
}
