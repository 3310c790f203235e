import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Capability, isCapability } from '../../../resources/domain/rights.ts'
import { keysOf } from '../../../resources/kit/objects.ts'
import {
  type PersonState,
  personStateOf,
  personStates,
  personTransitions,
  type TransferState,
  transferStates,
  transferTransitions,
} from '../../../resources/lawyers/transitions.ts'
import { lawyers, transferRequests } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { type Asker, createAsker, boundCall, type Values } from '../../support/asking.ts'
import { adminRole, hasRight, lawyerRole, reachOf, type Role } from '../../support/reach.ts'
import { setStage } from '../../support/stage.ts'
import { addAdmin, addLawyer } from '../../support/world.ts'

// Every action on a person, and on a transfer request, in every state by every kind of caller, as in
// `articles.test.ts`.

const callers = {
  admin: adminRole(1, '总所'),
  admin2: adminRole(2, '总所'),
  narrowed: adminRole(2, '总所', { isNarrowed: true }),
  branch: adminRole(3, '东所'),
  south: adminRole(3, '南所'),
  branch2: adminRole(4, '东所'),
  system: adminRole(2, '总所', { isSystem: true }),
  '13800000003': lawyerRole('南所'),
} as const satisfies Record<string, Role>
type CallerName = keyof typeof callers
const roleOf = (name: CallerName): Role => callers[name]

let app: TestApp
let ask: Asker
let number = 0
beforeAll(async () => {
  app = await startApp()
  await app.database.write(1, async db => {
    await addAdmin(db, app.world, 1, ['narrowed', '陈行政', '总所', 2], 51)
    await db.execute(sql`update admins set can_audit = 0 where account = 'narrowed'`)
  })
  await setStage(app)
  ask = createAsker(app)
})
afterAll(() => app.close())

const officeNamed = (name: string) => app.world.offices.get(name)!

/** A new person of 东所, since some actions remove the person. */
const addPerson = async () => {
  const mobile = `137990${String((number += 1)).padStart(5, '0')}`
  await app.database.write(1, db => addLawyer(db, app.world, 1, mobile, mobile, '褚律师', '东所'))
  return app.world.people.get(mobile)!.id
}
const putInto = async (id: number, state: PersonState) => {
  const [row] = await app.database.write(1, async db => {
    await db.delete(transferRequests).where(eq(transferRequests.lawyerId, id))
    return db
      .update(lawyers)
      .set({
        status: personStates[state] ?? 1,
        organizationId: officeNamed('东所'),
        deletedAt: state === 'removed' ? app.clock.now() : null,
        version: sql`${lawyers.version} + 1`,
      })
      .where(and(eq(lawyers.firmId, 1), eq(lawyers.id, id)))
      .returning({ version: lawyers.version })
  })
  return row!.version
}
type Row = Record<string, unknown>
const storedRow = async (id: number) => {
  const { rows } = await app.database.read(1, db =>
    db.execute<{ row: Row }>(sql`select to_jsonb(l) as row from ${lawyers} l where l.id = ${id}`),
  )
  return rows[0]?.row ?? null
}
const stateIn = (row: Row | null) => {
  if (!row) return 'gone'
  return row['deleted_at'] === null ? personStateOf(Number(row['status'])) : 'removed'
}

type Trial = { call: string; needs?: Capability; isOfBin?: true; input: (version: number) => Values }
const withReason = { reason: '例行检查' }
const trials: Readonly<Record<keyof typeof personTransitions, Trial>> = {
  edit: { call: 'lawyers.update', input: version => ({ version, team: `团队${version}` }) },
  pass: { call: 'lawyers.pass', input: version => ({ version, result: 1 }) },
  refuse: { call: 'lawyers.pass', input: version => ({ version, result: 0, ...withReason }) },
  disable: {
    call: 'lawyers.update',
    needs: 'lawyer.status',
    input: version => ({ version, status: 3, ...withReason }),
  },
  enable: {
    call: 'lawyers.update',
    needs: 'lawyer.status',
    input: version => ({ version, status: 1, ...withReason }),
  },
  leave: {
    call: 'lawyers.update',
    needs: 'lawyer.leave',
    input: version => ({ version, status: 4, ...withReason }),
  },
  comeBack: {
    call: 'lawyers.update',
    needs: 'lawyer.status',
    input: version => ({ version, status: 1, ...withReason }),
  },
  transfer: {
    call: 'lawyers.update',
    needs: 'lawyer.transfer',
    input: version => ({ version, organizationId: officeNamed('总所'), ...withReason }),
  },
  requestTransfer: {
    call: 'lawyers.requestTransfer',
    input: () => ({ organizationId: officeNamed('总所'), ...withReason }),
  },
  resetPassword: { call: 'lawyers.updatePassword', input: () => ({}) },
  remove: { call: 'lawyers.remove', input: () => ({}) },
  restore: { call: 'recycled.restore', isOfBin: true, input: () => ({}) },
  purge: { call: 'recycled.purge', isOfBin: true, input: () => ({}) },
}

type Action = keyof typeof personTransitions
type Cell = { name: CallerName; action: Action; state: PersonState }

/** Both actions send status 1 (启用) over the wire. */
const sameCall: Partial<Record<Action, Action>> = { enable: 'comeBack', comeBack: 'enable' }

const expectedOf = ({ name, action, state }: Cell) => {
  const { call, needs, isOfBin } = trials[action]
  const { who } = boundCall(call).call
  const facts = { isOwn: false, isAuthor: false, office: '东所' } as const
  const reach = isCapability(who) ? reachOf(roleOf(name), who, facts) : 'none'
  if (reach === 'none') return '4030'
  if (reach === 'beyond' || (isOfBin === true) !== (state === 'removed')) return '4040'
  if (needs && !hasRight(roleOf(name), needs))
    // A branch gets the advice to request a transfer instead.
    return action === 'transfer' && hasRight(roleOf(name), 'lawyer.transferRequest') ? '4220' : '4030'
  const other = sameCall[action]
  const from = { ...personTransitions[action][state], ...(other && personTransitions[other][state]) }
  return from.administrator ?? '4091'
}

const outcomeOf = async (id: number, cell: Cell) => {
  const { call, input } = trials[cell.action]
  const expected = expectedOf(cell)
  const isRefused = /^\d/.test(expected)
  const version = await putInto(id, cell.state)
  const stored = isRefused && (await storedRow(id))
  const { code, message } = await ask(boundCall(call).call, cell.name, { id, ...input(version) })
  const after = await storedRow(id)
  const failureLabel = `${cell.state}: ${message}`
  if (!isRefused)
    return [
      { about: failureLabel, code, next: stateIn(after) },
      { about: failureLabel, code: '200', next: expected },
    ]
  return [
    { about: failureLabel, code, row: after },
    { about: failureLabel, code: expected, row: stored },
  ]
}

/**
 * The call that resets another lawyer's password changes a lawyer's own password, which is a different
 * action.
 */
const isTried = (action: Action, name: CallerName) =>
  action !== 'resetPassword' || roleOf(name).population === 1
const cases = keysOf(personTransitions).flatMap(action =>
  keysOf(callers)
    .filter(name => isTried(action, name))
    .map(name => [action, name] as const),
)
test.each(cases)('%s by %s, in every state', async (action, name) => {
  const id = await addPerson()
  for (const state of keysOf(personStates)) {
    const [outcome, expected] = await outcomeOf(id, { name, action, state })
    expect(outcome).toEqual(expected)
  }
})

describe('a lawyer on the own account', () => {
  const ownMobile = '13800000002'
  const ownId = () => app.world.people.get(ownMobile)!.id

  test('changes the fields that lawyers may change', async () => {
    const version = await putInto(ownId(), 'active')
    const input = { id: ownId(), version, email: 'zheng@example.com' }
    expect((await ask(boundCall('lawyers.update').call, ownMobile, input)).code).toBe('200')
    expect(stateIn(await storedRow(ownId()))).toBe('active')
  })

  const others = keysOf(trials).filter(action => !['edit', 'resetPassword'].includes(action))
  test.each(others)('may not %s', async action => {
    const version = await putInto(ownId(), 'active')
    const stored = await storedRow(ownId())
    const { call, input } = trials[action]
    expect((await ask(boundCall(call).call, ownMobile, { id: ownId(), ...input(version) })).code).toBe('4030')
    expect(await storedRow(ownId())).toEqual(stored)
  })
})

const transferTrials = {
  agree: { call: 'transfers.decide', input: { result: 1 } },
  refuse: { call: 'transfers.decide', input: { result: 0, reason: '人手不足' } },
  withdraw: { call: 'transfers.withdraw', input: {} },
} as const
type TransferAction = keyof typeof transferTransitions

const expectedOfTransfer = (action: TransferAction, name: CallerName, state: TransferState) => {
  const { who } = boundCall(transferTrials[action].call).call
  const facts = { isOwn: false, isAuthor: false, office: '东所' } as const
  const reach = isCapability(who) ? reachOf(roleOf(name), who, facts) : 'none'
  if (reach !== 'reached') return reach === 'none' ? '4030' : '4040'
  const standing = hasRight(roleOf(name), 'lawyer.transfer') ? 'mainOffice' : 'branch'
  return transferTransitions[action][state]?.[standing] ?? '4091'
}

const addRequest = (lawyerId: number, state: TransferState) =>
  app.database.write(1, async db => {
    await db.delete(transferRequests).where(eq(transferRequests.lawyerId, lawyerId))
    const [row] = await db
      .insert(transferRequests)
      .values({
        firmId: 1,
        lawyerId,
        lawyerName: '褚律师',
        organizationId: officeNamed('东所'),
        toId: officeNamed('总所'),
        reason: '团队调整',
        status: transferStates[state],
      })
      .returning()
    return row!
  })
const requestOf = async (id: number) => {
  const [row] = await app.database.read(1, db =>
    db.select().from(transferRequests).where(eq(transferRequests.id, id)),
  )
  return row!
}
const requestStateOf = (status: number) =>
  keysOf(transferStates).find(state => transferStates[state] === status)

const transferCases = keysOf(transferTransitions).flatMap(action =>
  keysOf(callers).map(name => [action, name] as const),
)
test.each(transferCases)('a transfer request: %s by %s, in every state', async (action, name) => {
  const lawyerId = await addPerson()
  const { call, input } = transferTrials[action]
  for (const state of keysOf(transferStates)) {
    const stored = await addRequest(lawyerId, state)
    await putOffice(lawyerId)
    const { id, version } = stored
    const isDecision = action !== 'withdraw'
    const values = { id, ...(isDecision && { version }), ...input }
    const { code } = await ask(boundCall(call).call, name, values)
    const expected = expectedOfTransfer(action, name, state)
    const after = await requestOf(id)
    const isRefused = /^\d/.test(expected)
    expect({ state, code }).toEqual({ state, code: isRefused ? expected : '200' })
    if (isRefused) expect(after).toEqual(stored)
    else expect(requestStateOf(after.status)).toBe(expected)
  }
})
const putOffice = (id: number) =>
  app.database.write(1, db =>
    db
      .update(lawyers)
      .set({ organizationId: officeNamed('东所') })
      .where(eq(lawyers.id, id)),
  )
