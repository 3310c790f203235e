import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'

import { PartFailed } from './PartFailed.tsx'
import { withStyles } from './withStyles.ts'

type BoundaryProps = {
  /** Draws what may fail; called again for another try. */
  children: () => ReactNode
  failed: (retry: () => void) => ReactNode
  onFailed: () => void
}

class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
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

/** A dialog or menu is closed by its user; its failure floats like one, and is closed in the same way. */
const closeOf = (props: object): (() => void) | undefined => {
  const close = 'onClose' in props ? props.onClose : undefined
  return typeof close === 'function' ? () => void Reflect.apply(close, undefined, []) : undefined
}

/**
 * A component whose code comes with its first use, or before it: when the pointer or the focus nears what opens it. It
 * is shown once its style sheets are there, too. What can't be loaded is said in its place, with a way to try again, and
 * leaves alone what stands around it.
 */
export const lazyComponent = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  /** What stands in its place until then. */
  fallback?: (props: P) => ReactNode,
  Failed: ComponentType<FailedProps> = PartFailed,
) => {
  const newPart = (): ComponentType<P> => lazy(async () => ({ default: await withStyles(load) }))
  let latest = newPart()
  const Component: ComponentType<P> = props => {
    // The same for as long as it is shown, or what it holds would be lost.
    const [Part, setPart] = useState(() => latest)
    return (
      <Boundary
        failed={retry => <Failed onRetry={retry} onClose={closeOf(props)} />}
        // React remembers a failure for good; the next try, here or elsewhere, loads anew.
        onFailed={() => {
          latest = newPart()
          setPart(() => latest)
        }}
      >
        {() => (
          <Suspense fallback={fallback?.(props)}>
            <Part {...props} />
          </Suspense>
        )}
      </Boundary>
    )
  }
  /** What is here already is drawn at once: React shows what it had to wait for 300 ms later at the earliest. */
  const preload = async () => {
    latest = await withStyles(load)
  }
  // A failure shows when it is used.
  return Object.assign(Component, { preload: () => void preload().catch(() => {}) })
}
