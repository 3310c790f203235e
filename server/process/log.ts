import { pino, stdSerializers } from 'pino'
import type { DestinationStream, Logger } from 'pino'

import { firstCharacters } from '../../resources/kit/clean.ts'

export type Log = Logger

type DescribedError = {
  type: string
  message: string
  stack?: string | undefined
  code?: string
  constraint?: string
  table?: string
  cause?: DescribedError
}

/** Properties that drivers add to an error. */
type DriverError = Error & { query?: unknown; code?: unknown; constraint?: unknown; table?: unknown }

const MAX_LENGTH = 2_000

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/**
 * The error's message without data: a failed query's message contains its parameter values, and thereby
 * codes, hashes and names; PostgreSQL's class 22 (data exceptions) quotes the refused value.
 */
export const plainMessage = (error: Error): string => {
  const { query, code }: DriverError = error
  if ('params' in error) return `Failed query: ${(textOf(query) ?? '').slice(0, 300)}`
  if (/^22[0-9A-Z]{3}$/.test(textOf(code) ?? '')) return 'value refused by the database'
  return firstCharacters(error.message, MAX_LENGTH)
}

export const stackOf = (error: Error): string | undefined => {
  const frames = error.stack?.split('\n').filter(line => /^\s+at /.test(line))
  return frames && firstCharacters(frames.join('\n'), MAX_LENGTH)
}

const reasonOf = (thrown: unknown) => {
  const { message = thrown }: { message?: unknown } = Object(thrown)
  return typeof message === 'object'
    ? 'an object without a message'
    : firstCharacters(String(message), MAX_LENGTH)
}

/** PostgreSQL's `detail` and `where` quote the row, so they are never copied. */
const describeError = (error: unknown, depth = 0): DescribedError => {
  // Libraries also throw texts, and reject with objects that have a message.
  if (!(error instanceof Error)) return { type: typeof error, message: reasonOf(error) }
  const { code, constraint, table }: DriverError = error
  return {
    type: error.name,
    message: plainMessage(error),
    stack: depth === 0 ? stackOf(error) : undefined,
    ...(textOf(code) && { code: textOf(code) }),
    ...(textOf(constraint) && { constraint: textOf(constraint) }),
    ...(textOf(table) && { table: textOf(table) }),
    ...(error.cause !== undefined && depth < 3 && { cause: describeError(error.cause, depth + 1) }),
  }
}

export const createLog = (level: string, destination?: DestinationStream): Log =>
  pino(
    {
      level,
      base: undefined,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: label => ({ level: label }) },
      serializers: {
        ...stdSerializers,
        err: error => describeError(error),
        error: error => describeError(error),
      },
    },
    destination,
  )
