import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { z } from 'zod'

import { markdownToHtml } from './markdown.ts'

const prefix = 'file:'

/** Whatever goes wrong is said after the name of the file. */
const withFileName = <T>(path: string, read: () => T): T => {
  try {
    return read()
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

const readText = (path: string) => withFileName(path, () => markdownToHtml(readFileSync(path, 'utf8')))

/** Who writes a file has to know which of its keys is wrong; what people fill in has no such names. */
const namingKeys = (issue: z.core.$ZodRawIssue) =>
  issue.code === 'unrecognized_keys' ? `unknown: ${issue.keys.join(', ')}` : undefined

/** The value as the schema has it; else an error with the name and the wrong fields. */
export const parseContent = <T>(name: string, schema: z.ZodType<T>, value: unknown): T => {
  const { success, data, error } = schema.safeParse(value, { error: namingKeys })
  if (!success) throw new Error(`${name}: ${z.prettifyError(error)}`)
  return data
}

/** A JSON file, checked; `file:<name>` in it stands for the Markdown of that name beside it. */
export const readContent = <T>(path: string, schema: z.ZodType<T>): T => {
  const withTexts = (_field: string, value: unknown): unknown =>
    typeof value === 'string' && value.startsWith(prefix)
      ? readText(join(dirname(path), value.slice(prefix.length)))
      : value
  const value = withFileName(path, (): unknown => JSON.parse(readFileSync(path, 'utf8'), withTexts))
  return parseContent(path, schema, value)
}
