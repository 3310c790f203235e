import { ApiError } from '../context/apiError.ts'

/** So many at once: the next ones wait in line, and past the line they are refused (4290), to come again in 5 s. */
export const limitConcurrency = (most: { running: number; waiting: number }) => {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= most.running) {
      if (waiting.length >= most.waiting) throw new ApiError('4290', undefined, { retryAfter: 5 })
      await new Promise<void>(resolve => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      // Who comes next takes the place over.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
