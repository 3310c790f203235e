import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { z } from 'zod'

import { markdownToHtml } from './markdown.ts'

const prefix = 'file:'

/** Prefixes the message of any error with the name of the file. */
const withFileName = <T>(path: string, read: () => T): T => {
  try {
    return read()
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

const readText = (path: string) => withFileName(path, () => markdownToHtml(readFileSync(path, 'utf8')))

/** Names the wrong keys in the error, for the author of the file. */
const unknownKeysMessage = (issue: z.core.$ZodRawIssue) =>
  issue.code === 'unrecognized_keys' ? `unknown: ${issue.keys.join(', ')}` : undefined

/** The value parsed by the schema; throws an error with the name and the wrong fields. */
export const parseContent = <T>(name: string, schema: z.ZodType<T>, value: unknown): T => {
  const { success, data, error } = schema.safeParse(value, { error: unknownKeysMessage })
  if (!success) throw new Error(`${name}: ${z.prettifyError(error)}`)
  return data
}

/** Reads and checks a JSON file; `file:<name>` in it stands for the Markdown file of that name beside it. */
export const readContent = <T>(path: string, schema: z.ZodType<T>): T => {
  const withTexts = (_field: string, value: unknown): unknown =>
    typeof value === 'string' && value.startsWith(prefix)
      ? readText(join(dirname(path), value.slice(prefix.length)))
      : value
  const value = withFileName(path, (): unknown => JSON.parse(readFileSync(path, 'utf8'), withTexts))
  return parseContent(path, schema, value)
}
