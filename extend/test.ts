import { entities } from '../resources/entities.ts'
import type { AnyEntity } from '../resources/kit/index.ts'
import { startApp } from '../tests/support/app.ts'
import { callOfVerb, inputFieldsOf } from '../tests/support/asking.ts'
import { sampleRecord } from '../tests/support/sample.ts'
import type { TestServer } from './testServer.ts'

export type { TestServer }

/** Starts a server for the tests of an extension (docs/extend.md). Close it in `afterAll`. */
export const startServer = async (): Promise<TestServer> => {
  const app = await startApp()
  const as: TestServer['as'] = async account => {
    const { call } = await app.as(account)
    // The names and types of an extension's calls are not among those of the product.
    return (name, input) => call(name as never, input as never)
  }
  const sampleOf = async (entity: AnyEntity) => {
    const create = callOfVerb(entity, 'create')
    if (!create) throw new Error(`${entity.name}: no call creates records`)
    const needed = inputFieldsOf(create).filter(name => entity.fields[name]?.isRequired)
    const known: Record<string, number> = {}
    for (const name of needed) {
      const field = entity.fields[name]!
      // The firm has records of the product's entities, and none of an extension's.
      const other = 'to' in field && field.to.includes(':') && entities.find(it => it.name === field.to)
      if (!other) continue
      const { [other.id]: id } = await (
        await as('admin')
      )(`${other.name}.${other.crud.create!}`, await sampleOf(other))
      known[other.name] = Number(id)
    }
    return sampleRecord(entity.fields, needed, known)
  }
  return { as, sampleOf, runJobs: () => app.runJobs(), close: () => app.close() }
}
