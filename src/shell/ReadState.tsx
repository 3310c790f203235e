import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import { Button } from './Button.tsx'
import { ErrorState } from './states.tsx'

type Props = {
  /** Whether there is something to show, whatever became of reading it again. */
  isThere: boolean
  error: unknown
  onRetry: () => unknown
  loading: ReactNode
  children: ReactNode
}

/**
 * The state of a record's page. react-admin puts the error in the place of a page that is read again in vain; here what
 * stands stays, typed values and all, and the failure is said above it.
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
