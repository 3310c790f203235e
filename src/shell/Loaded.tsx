import type { ReactNode } from 'react'

import { Spinner } from './Spinner.tsx'
import { ErrorState, OfflineState } from './states.tsx'

type Props<T> = {
  query: { data: T | undefined; error: unknown; isPaused?: boolean; refetch: () => Promise<unknown> }
  /** Until the first answer; a spinner where nothing else is given. */
  loading?: ReactNode
  children: (data: T) => ReactNode
}

/** What a query brought; a failure is shown with a way to try again, as long as nothing was ever brought. */
export const Loaded = <T,>({ query, loading = <Spinner />, children }: Props<T>) => {
  const { data, error, isPaused, refetch } = query
  if (data !== undefined) return children(data)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return isPaused ? <OfflineState /> : loading
}
