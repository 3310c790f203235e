import { CallError } from './envelope.ts'

/** Keys of requests whose outcome is unknown, by their content. */
const keys = new Map<string, string>()
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map(it => it.toString(16).padStart(2, '0')).join('')

/** Sent again after a broken connection, the same content carries the same key, so that one record is made. */
export const withIdempotencyKey = async <T>(content: string, send: (key: string) => Promise<T>) => {
  const key = keys.get(content) ?? newKey()
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
