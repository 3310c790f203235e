import type { AnyEntity } from '../resources/kit/index.ts'

type Values = Readonly<Record<string, unknown>>

/** A server with the extensions, and a firm on a database of its own. */
export type TestServer = {
  /** Makes calls as an account of the firm; an error answer is thrown with its `code` and `data`. */
  as: (
    account: 'admin' | 'admin2' | 'branch' | 'branch2' | 'system' | `1380000000${1 | 2 | 3}`,
  ) => Promise<(name: string, input: Values) => Promise<Values>>
  /** Valid values of the fields that a new record needs; records of extensions that it refers to are created. */
  sampleOf: (entity: AnyEntity) => Promise<Values>
  /** Runs the jobs that are due, as a worker would. */
  runJobs: () => Promise<void>
  close: () => Promise<void>
}
