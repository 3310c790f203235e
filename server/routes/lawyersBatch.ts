import { lawyers as resource } from '../../resources/lawyers/index.ts'
import type { Context } from '../context.ts'
import { batches, lawyers } from '../db/tables.ts'
import { type Handlers, outside } from '../implement.ts'
import { Refusal } from '../refusal.ts'
import { diffOf, type Entry, log } from '../services/audit.ts'
import { newCodeKey } from '../services/codeKey.ts'
import { lawyerSearch, namesFor, practiceFor } from '../services/lawyerValues.ts'
import { hashPassword, randomPassword } from '../services/passwords.ts'
import { created } from '../versioned.ts'
import { check, type Draft, type Row } from './lawyersBatchChecks.ts'
import { target } from './lawyersRows.ts'

type Checked = Row & { draft: Draft }
type Prepared = Checked & { passwordHash: string; initialPassword: string | null }
type Inserted = { id: number; name: string; mobile: string; organizationId: number }

const isRight = (row: Row): row is Checked => row.draft !== null && Object.keys(row.errors).length === 0

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

const failedRow = ({ index, errors }: Row) => ({ index, ok: 0 as const, errors })

/** Outside of a transaction, because the passwords of a long list take seconds to hash. */
export const addList: Handlers<typeof resource.calls>['addList'] = outside(async (input, context) => {
  const { list, mode, dryRun } = input
  const { rows, offices } = await check(context, list)
  const right = rows.filter(isRight)
  const isAll = mode === 'all'
  if (dryRun === 1 || right.length === 0 || (isAll && right.length < rows.length)) {
    const isCounted = dryRun === 1
    return {
      batchId: null,
      success: isCounted ? right.length : 0,
      failed: isCounted ? rows.length - right.length : rows.length,
      rows: rows.map(it => (isCounted && isRight(it) ? { index: it.index, ok: 1 as const } : failedRow(it))),
    }
  }
  const prepared = await prepareAll(right)
  const { batchId, inserted } = await context.database.write(context.firmId, db =>
    write({ ...context, db }, prepared, isAll, offices),
  )
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
    passwords: prepared.flatMap(row => {
      const it = made(row)
      if (!it || row.initialPassword === null) return []
      return [
        {
          index: row.index,
          id: it.id,
          name: it.name,
          mobile: it.mobile,
          initialPassword: row.initialPassword,
        },
      ]
    }),
  }
})
