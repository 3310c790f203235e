/** Functions that send pending data before the user signs out. */
const pendingSenders = new Set<() => Promise<unknown>>()

/** Registers a function that must run before the session ends; returns a function that removes it. */
export const sendBeforeSignOut = (send: () => Promise<unknown>) => {
  pendingSenders.add(send)
  return () => void pendingSenders.delete(send)
}

/** Whether any function is registered. */
export const hasUnsent = () => pendingSenders.size > 0

/** Runs all registered functions. Each reports its own failure. */
export const sendUnsent = async () => void (await Promise.allSettled([...pendingSenders].map(send => send())))
