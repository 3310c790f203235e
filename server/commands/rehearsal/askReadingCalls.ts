import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type pg from 'pg'
import { z } from 'zod'

import type { Call } from '../../../resources/kit/index.ts'
import { isPlainObject } from '../../../resources/kit/objects.ts'
import type { Services } from '../../context/services.ts'
import { type Database, openDatabase } from '../../db/connection/open.ts'
import { firmIds } from '../../db/rules/firmIds.ts'
import { admins, firmConfigs, firms } from '../../db/tables.ts'
import { createApp } from '../../http/app.ts'
import { addressFor } from '../../http/mcp/address.ts'
import type { ServerConfig } from '../../process/config.ts'
import { createLog } from '../../process/log.ts'
import { servedCalls } from '../../routes/served.ts'
import { createServices } from '../../services/createServices.ts'
import { createSession } from '../../services/identity/session.ts'
import type { RecordedAnswers } from './answers.ts'

/** Firms that are asked for, records of each kind whose own calls are asked, and inputs of one call. */
const mostFirms = 20
const mostRecords = 3
const mostInputs = 6

/** What they answer is about the installation at this moment, or is a picture that is drawn anew. */
const notAsked = new Set(['status.read', 'cards.output'])

const readingCalls = servedCalls.filter(
  ({ name, call }) =>
    call.method === 'GET' && !call.writes && !['public', 'lawyer'].includes(call.who) && !notAsked.has(name),
)

/** The services of a product that sends and reads nothing outside of this folder. */
const offlineServices = (config: ServerConfig, dataDir: string): Services => {
  const log = createLog('silent')
  const services = createServices(
    {
      ...config,
      dataDir,
      smsProvider: 'none',
      mail: undefined,
      bucket: undefined,
      backupPlan: undefined,
      translation: undefined,
      logForwarding: { receiver: undefined, bucket: undefined },
    },
    log,
  )
  return { ...services, wechat: { ...services.wechat, isOn: () => false } }
}

type Value = string | number
type Input = Record<string, Value>

const inputSchema = z.object({
  required: z.array(z.string()).default([]),
  properties: z
    .record(z.string(), z.object({ enum: z.array(z.union([z.string(), z.number()])).optional() }))
    .default({}),
})

/** The inputs that a call needs, each with its values where the declaration lists them. */
const neededInputs = ({ input }: Call): { name: string; values: Value[] | undefined }[] => {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  const { required, properties } = inputSchema.parse(schema)
  return required.map(name => ({ name, values: properties[name]?.enum }))
}

const rowsIn = (data: unknown): unknown[] => {
  if (Array.isArray(data)) return data
  return isPlainObject(data) && Array.isArray(data['records']) ? data['records'] : []
}

type Listed = { resource: string; row: Record<string, unknown> }

/** The ids of records: `id` of those that the resource itself has listed, and any other name wherever it was listed. */
const idsOf = (resource: string, name: string, listed: readonly Listed[]): Value[] => {
  const isId = name === 'id' || name.endsWith('Id')
  const own = listed.filter(it => it.resource === resource)
  const found = isId ? [...own, ...(name === 'id' ? [] : listed)] : []
  const values = found.flatMap(record => {
    const value = record.row[name] ?? (record.resource === resource ? record.row['id'] : undefined)
    return typeof value === 'number' || (typeof value === 'string' && value !== '') ? [value] : []
  })
  return [...new Set(values)].slice(0, mostRecords)
}

/** All combinations of the values of a call's inputs, up to a number; none where an input has no known value. */
const inputsOf = (name: string, call: Call, listed: readonly Listed[]): Input[] => {
  const [resource = ''] = name.split('.')
  return neededInputs(call)
    .reduce<Input[]>(
      (inputs, needed) => {
        const values = needed.values ?? idsOf(resource, needed.name, listed)
        return inputs.flatMap(input => values.map(value => ({ ...input, [needed.name]: value })))
      },
      [{}],
    )
    .slice(0, mostInputs)
}

type Ask = (call: Call, input: Input) => Promise<RecordedAnswers[string] | null>

/** Asks the calls of one firm: first those that need no input, and then those about the records that these have listed. */
const askFirm = async (
  ask: Ask,
  firmId: number,
  answers: RecordedAnswers,
  left: Set<string>,
): Promise<void> => {
  const listed: Listed[] = []
  const order = readingCalls.toSorted((a, b) => neededInputs(a.call).length - neededInputs(b.call).length)
  for (const { name, call } of order) {
    const [resource = ''] = name.split('.')
    const inputs = inputsOf(name, call, listed)
    if (inputs.length === 0) left.add(name)
    for (const input of inputs) {
      const answer = await ask(call, input)
      if (!answer) left.add(name)
      else answers[`${firmId} ${name} ${JSON.stringify(input)}`] = answer
      for (const row of rowsIn(answer?.data)) if (isPlainObject(row)) listed.push({ resource, row })
    }
  }
}

/**
 * A session of a main administrator of the firm's main office. What would keep him from reading is cleared in the copy: steps
 * of signing in, and the suspension of the firm.
 */
const openSession = (database: Database, firmId: number, now: Date) =>
  database.write(firmId, async db => {
    const isLogin = and(eq(firmConfigs.firmId, firmId), eq(firmConfigs.key, 'loginRegSet'))
    await db
      .update(firmConfigs)
      .set({ value: sql`${firmConfigs.value} - 'factorLevels'` })
      .where(isLogin)
    await db.update(firms).set({ suspendedAt: null }).where(eq(firms.firmId, firmId))
    const isMain = and(eq(admins.firmId, firmId), eq(admins.officeLevel, 1), isNull(admins.deletedAt))
    const [admin] = await db.select().from(admins).where(isMain).orderBy(asc(admins.id)).limit(1)
    if (!admin) return null
    await db
      .update(admins)
      .set({ mustChangePwd: 0, status: 1 })
      .where(and(eq(admins.firmId, firmId), eq(admins.id, admin.id)))
    return (await createSession(db, { firmId, population: 1, userId: admin.id, now })).token
  })

const readAnswer = async (response: Response): Promise<RecordedAnswers[string] | null> => {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return null
  const body: unknown = await response.json()
  if (!isPlainObject(body) || typeof body['code'] !== 'string') return null
  return { code: body['code'], data: body['data'] }
}

type Asked = {
  answers: RecordedAnswers
  /** Calls that were not asked: no record was found for them, or they answer files. */
  left: string[]
  /** Firms of which no call was answered with success. */
  silentFirms: number[]
}

/** How many calls were answered with success. */
export const successCount = (answers: RecordedAnswers): number =>
  Object.values(answers).filter(({ code }) => code === '200').length

/**
 * Asks the reading calls of this release over a copy of the database, as a main administrator of each firm and at the
 * moment `at`. Writes a session into the copy.
 */
export const askReadingCalls = async (
  connection: pg.ClientConfig,
  { config, folder, at }: { config: ServerConfig; folder: string; at: Date },
): Promise<Asked> => {
  const log = createLog('silent')
  const database = await openDatabase({ connection, log })
  try {
    const options = { database, services: offlineServices(config, folder), log, now: () => at }
    const app = createApp(options)
    const answers: RecordedAnswers = {}
    const left = new Set<string>()
    const silentFirms: number[] = []
    for (const firmId of (await firmIds(connection)).slice(0, mostFirms)) {
      const successes = successCount(answers)
      const token = await openSession(database, firmId, at)
      const ask: Ask = async (call, input) => {
        const address = addressFor(call, input)
        if (address === null) return null
        return readAnswer(
          await app.fetch(new Request(`http://localhost/api${address}`, { headers: { Token: token ?? '' } })),
        )
      }
      if (token !== null) await askFirm(ask, firmId, answers, left)
      if (successCount(answers) === successes) silentFirms.push(firmId)
    }
    const answered = new Set(Object.keys(answers).map(key => key.split(' ')[1]!))
    return { answers, silentFirms, left: [...notAsked, ...left].filter(name => !answered.has(name)) }
  } finally {
    await database.close()
  }
}
