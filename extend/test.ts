import type { AnyEntity } from '../resources/kit/index.ts'
import { startApp } from '../tests/support/app.ts'
import { callOfVerb, inputFieldsOf } from '../tests/support/asking.ts'
import { sampleRecord } from '../tests/support/sample.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Starts the server with the extensions and a firm on a database of its own, for tests of an extension (docs/extend.md). Close it
 * in `afterAll`.
 */
export const startServer = async () => {
  const app = await startApp()
  return {
    /** Makes calls as an account of the firm; an error answer is thrown with its `code` and `data`. */
    as: async (account: 'admin' | 'admin2' | 'branch' | 'branch2' | 'system' | `1380000000${1 | 2 | 3}`) => {
      const { call } = await app.as(account)
      // The names and types of an extension's calls are not among those of the product.
      return (name: string, input: Values) => call(name as never, input as never) as Promise<Values>
    },
    /** Valid values of the fields that a new record needs. References name the first record. */
    sampleOf: (entity: AnyEntity): Values => {
      const create = callOfVerb(entity, 'create')
      if (!create) throw new Error(`${entity.name}: no call creates records`)
      const needed = inputFieldsOf(create).filter(name => entity.fields[name]?.isRequired)
      return sampleRecord(entity.fields, needed, {})
    },
    /** Runs the jobs that are due, as a worker would. */
    runJobs: () => app.runJobs(),
    close: () => app.close(),
  }
}
export type TestServer = Awaited<ReturnType<typeof startServer>>
