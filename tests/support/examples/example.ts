import type { Values } from '../asking.ts'
import type { Stage } from '../stage.ts'

/** The expected content of a row of the log. */
export type LogRow = {
  module: number
  action: string
  /** Kind and id of the record that the row is about. */
  target?: readonly [type: string, id: number]
  /** The changed fields with their values before and after, or only their names. */
  diff?: Readonly<Record<string, readonly [before: string, after: string]>> | readonly string[]
}

export type Example = {
  input: Values
  /** The caller; by default the administrator of the stage's place. */
  by?: string
  /** The log rows that a successful call leaves, or the reason why it leaves none. */
  logs: string | readonly LogRow[] | ((answer: Values) => readonly LogRow[])
}

/**
 * Creates the record that a call is about, new each time, and returns the input of the call and its log rows.
 */
export type Maker = (stage: Stage) => Promise<Example> | Example
/** One or several examples of each call, by its name. */
export type Makers = Readonly<Record<string, Maker | Readonly<Record<string, Maker>>>>
