import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import { Button } from '../ui/Button.tsx'
import { ErrorState } from './states.tsx'

type Props = {
  /** Whether there is data to show, even if the last refetch failed. */
  isThere: boolean
  error: unknown
  onRetry: () => unknown
  loading: ReactNode
  children: ReactNode
}

/**
 * Loading and error state of a record page. If a refetch fails, react-admin would replace the page by the error; this
 * component keeps the page with its typed values and shows the error above.
 */
export const ReadState = ({ isThere, error, onRetry, loading, children }: Props) => {
  const translate = useTranslate()
  if (!isThere) return error ? <ErrorState error={error} onRetry={onRetry} /> : loading
  return (
    <>
      {Boolean(error) && (
        <p className="list-warning" role="alert">
          {translate('刷新失败，显示的可能不是最新内容。')}
          <Button look="link" onClick={() => void onRetry()}>
            {translate('重试')}
          </Button>
        </p>
      )}
      {children}
    </>
  )
}
