/** What is held back for a while and has to be sent before its sender signs out. */
const senders = new Set<() => Promise<unknown>>()

/** Registers what must be sent before the session ends; returns how to withdraw it. */
export const sendBeforeSignOut = (send: () => Promise<unknown>) => {
  senders.add(send)
  return () => void senders.delete(send)
}

/** Whether anything is registered that must be sent before the session ends. */
export const hasUnsent = () => senders.size > 0

/** A failure is its sender's to tell. */
export const sendUnsent = async () => void (await Promise.allSettled([...senders].map(send => send())))
