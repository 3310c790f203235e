import type { Values } from '../asking.ts'
import type { Stage } from '../stage.ts'

/** What a row of the log has to say. */
export type LogRow = {
  module: number
  action: string
  /** Kind and id of what it is about. */
  target?: readonly [type: string, id: number]
  /** The fields that changed, with what was before and is after, or by their names alone. */
  diff?: Readonly<Record<string, readonly [before: string, after: string]>> | readonly string[]
}

export type Example = {
  input: Values
  /** Who makes the call; the administrator of the stage's place where absent. */
  by?: string
  /** The rows of the log that a success leaves; the reason where it leaves none. */
  logs: string | readonly LogRow[] | ((answer: Values) => readonly LogRow[])
}

/** Makes what a call is about, and says what the call takes and leaves behind. Each time anew. */
export type Maker = (stage: Stage) => Promise<Example> | Example
/** One or several examples of each call, by its name. */
export type Makers = Readonly<Record<string, Maker | Readonly<Record<string, Maker>>>>
