import type { ReactNode } from 'react'

import { Spinner } from '../ui/Spinner.tsx'
import { ErrorState, OfflineState } from './states.tsx'

type Props<T> = {
  query: { data: T | undefined; error: unknown; isPaused?: boolean; refetch: () => Promise<unknown> }
  /** Shown until the first answer; a spinner by default. */
  loading?: ReactNode
  children: (data: T) => ReactNode
}

/** Renders the data of a query, or its loading, offline or error state if there is none. */
export const Loaded = <T,>({ query, loading = <Spinner />, children }: Props<T>) => {
  const { data, error, isPaused, refetch } = query
  if (data !== undefined) return children(data)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return isPaused ? <OfflineState /> : loading
}
