import { useTranslate } from 'ra-core'

import { CallError, errorSentence, unreachableFailure } from '../../providers/envelope.ts'
import { Button } from '../ui/Button.tsx'
import { StatePage } from './StatePage.tsx'
import { useOnline } from '../browser/useOnline.ts'

/** Shown if data cannot be loaded without a network; react-query retries when it is back. */
export const OfflineState = () => {
  const translate = useTranslate()
  return (
    <div role="status">
      <StatePage
        picture="plug"
        title={translate('网络已断开')}
        text={translate('这里的内容还没有加载，网络恢复后会自动显示。请检查网线、Wi-Fi 或移动网络。')}
      />
    </div>
  )
}

/** Shown if loading failed: the error, the request id for support, and a retry button unless a right is missing. */
export const ErrorState = ({ error, onRetry }: { error: unknown; onRetry: () => unknown }) => {
  const translate = useTranslate()
  const isOnline = useOnline()
  const { code, requestId } = error instanceof CallError ? error : {}
  if (!isOnline && code === unreachableFailure.code) return <OfflineState />
  const isRefused = code === '4030' || code === '4031'
  const isUnreachable = error instanceof CallError && error.message === unreachableFailure.message
  const failureTitle = code === '4040' ? translate('这条记录不存在或已删除') : translate('加载失败')
  return (
    <div role="alert">
      <StatePage
        picture={isRefused ? 'lock' : 'plug'}
        title={
          isRefused
            ? translate('没有权限查看')
            : isUnreachable
              ? translate(unreachableFailure.message)
              : failureTitle
        }
        text={
          isRefused
            ? translate('%{sentence}，需要时请联系主管理员。', { sentence: errorSentence(error, translate) })
            : isUnreachable
              ? translate('服务暂时无法访问，请稍后重试')
              : errorSentence(error, translate)
        }
        detail={requestId && translate('请求号 %{requestId}', { requestId })}
        actions={!isRefused && <Button onClick={() => void onRetry()}>{translate('重试')}</Button>}
      />
    </div>
  )
}
