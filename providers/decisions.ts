import type { SendOptions } from './request.ts'

/** Milliseconds during which a decision is not sent and can be undone. */
export const undoMilliseconds = 10_000

/** A decision about a record that can be undone before it is sent. */
export type Decision = {
  /** Identifies the record that is decided about. */
  key: string
  /** The decision as text: 通过“张三”. */
  label: string
  /** Size of the request's body in bytes. */
  size: number
  send: (options: SendOptions) => Promise<unknown>
}

type Listener<D> = {
  /** Called when the decision has been sent; the decision stays in the list until the promise settles. */
  onSent: (decision: D) => Promise<unknown>
  onFailed: (decision: D, error: unknown) => void
}

/**
 * Holds decisions until each has waited for `undoMilliseconds`; nothing is sent before. `flush` sends waiting
 * decisions at once, for a user who leaves the page. A decision that is being sent cannot be undone.
 */
export const createDecisions = <D extends Decision>() => {
  let listener: Listener<D> | undefined
  let entries: readonly (D & { isSending: boolean })[] = []
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const watchers = new Set<() => void>()
  const change = (next: typeof entries) => {
    entries = next
    watchers.forEach(it => it())
  }
  const remove = (key: string) => change(entries.filter(it => it.key !== key))
  const stop = (key: string) => {
    clearTimeout(timers.get(key))
    timers.delete(key)
  }
  const send = async (decision: D, options: SendOptions = {}) => {
    stop(decision.key)
    change(entries.map(it => (it.key === decision.key ? { ...it, isSending: true } : it)))
    try {
      await decision.send(options)
      await listener?.onSent(decision)
      remove(decision.key)
    } catch (error) {
      remove(decision.key)
      listener?.onFailed(decision, error)
    }
  }
  const waiting = () => entries.filter(it => !it.isSending)
  return {
    read: () => entries,
    subscribe: (watcher: () => void) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    /** Sets the listener for the answers. */
    setListener: (next: Listener<D>) => void (listener = next),
    add: (decision: D) => {
      change([...entries, { ...decision, isSending: false }])
      timers.set(
        decision.key,
        setTimeout(() => void send(decision), undoMilliseconds),
      )
    },
    /** Undoes a decision, by default the latest, and returns it; null if none is waiting. */
    undo: (key = waiting().at(-1)?.key): D | null => {
      const found = waiting().find(it => it.key === key)
      if (!found) return null
      stop(found.key)
      remove(found.key)
      return found
    },
    waiting,
    flush: (options?: SendOptions) => Promise.all(waiting().map(it => send(it, options))),
  }
}
