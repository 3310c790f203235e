/** What is held back for a while and has to be sent before its sender signs out. */
const senders = new Set<() => Promise<unknown>>()

export const sendBeforeSignOut = (send: () => Promise<unknown>) => {
  senders.add(send)
  return () => void senders.delete(send)
}

export const hasUnsent = () => senders.size > 0

/** A failure is its sender's to tell. */
export const sendUnsent = async () => void (await Promise.allSettled([...senders].map(send => send())))
