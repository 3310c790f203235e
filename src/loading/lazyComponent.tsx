import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'

import { PartFailed } from './PartFailed.tsx'
import { withStyles } from './withStyles.ts'

type BoundaryProps = {
  /** Renders the component that may fail; called again on retry. */
  children: () => ReactNode
  failed: (retry: () => void) => ReactNode
  onFailed: () => void
}

class LoadBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override componentDidCatch() {
    this.props.onFailed()
  }
  retry = () => this.setState({ hasFailed: false })
  override render() {
    return this.state.hasFailed ? this.props.failed(this.retry) : this.props.children()
  }
}

type FailedProps = { onRetry: () => void; onClose: (() => void) | undefined }

/** The component's `onClose`: if a dialog or menu cannot be loaded, the error message can be closed like it. */
const closeHandlerOf = (props: object): (() => void) | undefined => {
  const close = 'onClose' in props ? props.onClose : undefined
  return typeof close === 'function' ? () => void Reflect.apply(close, undefined, []) : undefined
}

/**
 * Component whose code and style sheets are loaded on first use, or earlier with `preload`, for example when its button
 * is hovered. If loading fails, an error message with a retry button takes its place.
 */
export const lazyComponent = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  /** Shown while the code is loading. */
  fallback?: (props: P) => ReactNode,
  Failed: ComponentType<FailedProps> = PartFailed,
) => {
  const createLazy = (): ComponentType<P> => lazy(async () => ({ default: await withStyles(load) }))
  let latest = createLazy()
  const Component: ComponentType<P> = props => {
    // Stays the same while mounted, because another component type would lose the state below it.
    const [Loading, setPart] = useState(() => latest)
    return (
      <LoadBoundary
        failed={retry => <Failed onRetry={retry} onClose={closeHandlerOf(props)} />}
        // React.lazy remembers a failure, so that the next attempt needs a new lazy component.
        onFailed={() => {
          latest = createLazy()
          setPart(() => latest)
        }}
      >
        {() => (
          <Suspense fallback={fallback?.(props)}>
            <Loading {...props} />
          </Suspense>
        )}
      </LoadBoundary>
    )
  }
  /**
   * Replaces the lazy component by the loaded one, because React may delay the content of a resolved Suspense by 300
   * ms.
   */
  const preload = async () => {
    latest = await withStyles(load)
  }
  // A failed preload is reported on first use.
  return Object.assign(Component, { preload: () => void preload().catch(() => {}) })
}
