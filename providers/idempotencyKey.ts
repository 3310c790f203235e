import { CallError } from './envelope.ts'

/** Keys of requests with an unknown outcome, by their content. */
const keys = new Map<string, string>()
/** 32 random digits; `crypto.randomUUID` exists on encrypted pages only. */
export const randomKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map(it => it.toString(16).padStart(2, '0')).join('')

/**
 * Sends a request with an idempotency key. If the connection breaks, the next request with the same content reuses
 * the key, so that only one record is created.
 */
export const withIdempotencyKey = async <T>(content: string, send: (key: string) => Promise<T>) => {
  const key = keys.get(content) ?? randomKey()
  keys.set(content, key)
  try {
    const answer = await send(key)
    keys.delete(content)
    return answer
  } catch (error) {
    if (error instanceof CallError && /^\d/.test(error.code)) keys.delete(content)
    throw error
  }
}
