import type { SendOptions } from './request.ts'

/** So long nothing is sent, and a decision can be taken back. */
export const undoTime = 10_000

/** A decision about a record that can still be undone before it is sent. */
export type Decision = {
  /** Of what is decided about. */
  key: string
  /** As a person reads it: 通过“张三”. */
  label: string
  /** Size of the request's body in bytes. */
  size: number
  send: (options: SendOptions) => Promise<unknown>
}

type Listener<D> = {
  /** The decision leaves the list when this is done. */
  onSent: (decision: D) => Promise<unknown>
  onFailed: (decision: D, error: unknown) => void
}

/**
 * Decisions that wait for their time, each for its own: nothing is sent before. `flush` sends what waits at once, for
 * whoever leaves; what is on its way can't be taken back any more.
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
    /** Who hears of the answers from now on. */
    tell: (next: Listener<D>) => void (listener = next),
    add: (decision: D) => {
      change([...entries, { ...decision, isSending: false }])
      timers.set(
        decision.key,
        setTimeout(() => void send(decision), undoTime),
      )
    },
    /** The one that was taken back; the latest where none is named. */
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
