import type { OutputOf } from '../../resources/kit/index.ts'
import { lawyers as resource } from '../../resources/lawyers/index.ts'
import type { Context } from '../context.ts'
import { batches, lawyers } from '../db/tables.ts'
import { type Handlers, outside } from '../implement.ts'
import { invalid, Refusal } from '../refusal.ts'
import { diffOf, type Entry, log } from '../services/audit.ts'
import { newCodeKey } from '../services/codeKey.ts'
import { lawyerSearch, namesFor, practiceFor } from '../services/lawyerValues.ts'
import { hashPassword, randomPassword } from '../services/passwords.ts'
import { created } from '../versioned.ts'
import { checkInFirm, type Draft, readRows, type Row } from './lawyersBatchChecks.ts'
import { target } from './lawyersRows.ts'

type Checked = Row & { draft: Draft }
type Prepared = Checked & { passwordHash: string; initialPassword: string | null }
type Inserted = { id: number; name: string; mobile: string; organizationId: number }

const isRight = <R extends Row>(row: R): row is R & Checked =>
  row.draft !== null && Object.keys(row.errors).length === 0

const prepare = async (row: Checked): Promise<Prepared> => {
  const initialPassword = row.draft.password ? null : randomPassword()
  return { ...row, initialPassword, passwordHash: await hashPassword(row.draft.password ?? initialPassword!) }
}

/** Two at a time: half of the places for hashing stay free for people who sign in. */
const prepareAll = async (rows: readonly Checked[]) => {
  const prepared: Prepared[] = []
  for (let start = 0; start < rows.length; start += 2)
    prepared.push(...(await Promise.all(rows.slice(start, start + 2).map(prepare))))
  return prepared
}

const valuesOf = ({ draft, passwordHash }: Prepared, context: Context, batchId: number) => {
  const { password: _, isRegisteredPartner, ...rest } = draft
  const values = {
    ...rest,
    ...namesFor(rest),
    ...practiceFor(rest),
    isRegisteredPartner: isRegisteredPartner ?? 0,
  }
  return {
    ...values,
    ...created(context),
    search: lawyerSearch(values),
    codeKey: newCodeKey(),
    passwordHash,
    // Whoever wrote the password down for him knows it.
    mustChangePwd: 1 as const,
    batchId,
  }
}

const taken = { mobile: '该手机号、执业证号或工号刚刚已被使用,请核对' }

/**
 * One statement for all. A row that somebody else created since the check is left out by the unique rules, and told; a
 * batch of all or none is then none.
 */
const insert = async (context: Context, rows: readonly Prepared[], batchId: number, isAll: boolean) => {
  const inserted = await context.db
    .insert(lawyers)
    .values(rows.map(it => valuesOf(it, context, batchId)))
    .onConflictDoNothing()
    .returning({
      id: lawyers.id,
      name: lawyers.name,
      mobile: lawyers.mobile,
      organizationId: lawyers.organizationId,
    })
  if (isAll && inserted.length < rows.length) throw new Refusal('4092', taken.mobile)
  return new Map(inserted.map(it => [it.mobile, it]))
}

type Places = ReadonlyMap<number, string>

const entryOf = (
  { draft }: Prepared,
  it: Inserted,
  batch: Pick<Entry, 'batchId' | 'batchCount'>,
  places: Places,
) => {
  const { password: _, ...values } = draft
  const diff = diffOf(resource.fields, {}, values, { organizationId: places })
  return { module: 4, action: 'create', target: target(it), diff, ...batch } satisfies Entry
}

const write = async (context: Context, rows: readonly Prepared[], isAll: boolean, places: Places) => {
  const { caller, db, firmId, now } = context
  const [batch] = await db
    .insert(batches)
    .values({ firmId, kind: 'lawyers', count: rows.length, createdAt: now, createdByName: caller.name })
    .returning({ id: batches.id })
  const batchId = batch!.id
  const inserted = await insert(context, rows, batchId, isAll)
  const entries = rows.flatMap(row => {
    const it = inserted.get(row.draft.mobile)
    return it ? [entryOf(row, it, { batchId, batchCount: inserted.size }, places)] : []
  })
  if (entries.length > 0) await log(context, ...entries)
  return { batchId, inserted }
}

type Answer = OutputOf<(typeof resource.calls)['addList']>

const failedRow = ({ index, errors }: Row) => ({ index, ok: 0 as const, errors })

const tried = (rows: readonly Row[]): Answer => {
  const answers = rows.map(it => (isRight(it) ? { index: it.index, ok: 1 as const } : failedRow(it)))
  const success = rows.filter(isRight).length
  return { batchId: null, success, failed: rows.length - success, rows: answers }
}

const refused = (rows: readonly Row[]): Answer => ({
  batchId: null,
  success: 0,
  failed: rows.length,
  rows: rows.map(failedRow),
})

const create = async (
  context: Context,
  rows: readonly Row[],
  prepared: readonly Prepared[],
  isAll: boolean,
) => {
  const offices = await checkInFirm(context, rows)
  const right = prepared.filter(isRight)
  if (right.length === 0 || (isAll && right.length < rows.length)) return refused(rows)
  const { batchId, inserted } = await write(context, right, isAll, offices)
  const made = (row: Row) => (isRight(row) ? inserted.get(row.draft.mobile) : undefined)
  return {
    batchId,
    success: inserted.size,
    failed: rows.length - inserted.size,
    rows: rows.map(row => {
      const it = made(row)
      if (it) return { index: row.index, ok: 1 as const, id: it.id }
      return failedRow(isRight(row) ? { ...row, errors: taken } : row)
    }),
    passwords: right.flatMap(row => {
      const it = made(row)
      if (!it || row.initialPassword === null) return []
      const { id, name, mobile } = it
      return [{ index: row.index, id, name, mobile, initialPassword: row.initialPassword }]
    }),
  } satisfies Answer
}

/**
 * Hashed before the transaction begins: the passwords of a long list take seconds, and a transaction that waits for them
 * holds a connection, and is ended by the database after ten.
 */
export const addList: Handlers<typeof resource.calls>['addList'] = outside(
  async ({ list, mode, dryRun }, context) => {
    const { database, firmId, once } = context
    const rows = await readRows(context, list)
    if (dryRun === 1) {
      await database.read(firmId, db => checkInFirm({ ...context, db }, rows))
      return tried(rows)
    }
    const prepared = await prepareAll(rows.filter(isRight))
    const answer = await database.write(firmId, db =>
      once(db, () => create({ ...context, db }, rows, prepared, mode === 'all')),
    )
    return resource.calls.addList.output.parse(answer)
  },
)

/** One person, in the transaction of what is made with him; what is wrong is said at `place`. */
export const createOne = async (context: Context, given: object, place: string) => {
  const rows = await readRows(context, [given])
  const places = await checkInFirm(context, rows)
  const [row] = rows
  if (!row || !isRight(row))
    throw invalid(
      Object.fromEntries(Object.entries(row?.errors ?? {}).map(([name, it]) => [`${place}.${name}`, it])),
    )
  const [prepared] = await prepareAll([row])
  const { inserted } = await write(context, [prepared!], true, places)
  const { id } = inserted.get(row.draft.mobile)!
  return { id, initialPassword: prepared!.initialPassword }
}
