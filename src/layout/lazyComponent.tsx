import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'

/** A component whose code comes with its first use, or before it: when the pointer or the focus nears what opens it. */
export const lazyComponent = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  /** What stands in its place until then. */
  fallback?: (props: P) => ReactNode,
) => {
  const Loaded = lazy(async () => ({ default: await load() }))
  const Component: ComponentType<P> = props => (
    <Suspense fallback={fallback?.(props)}>
      <Loaded {...props} />
    </Suspense>
  )
  // A failure shows when it is used.
  return Object.assign(Component, { preload: () => void load().catch(() => {}) })
}
