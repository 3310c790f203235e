import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { isCapability } from '../../../resources/domain/rights.ts'
import { keysOf } from '../../../resources/kit/objects.ts'
import {
  type PublicationState,
  publicationStates,
  publicationTransitions,
} from '../../../resources/settings/publication.ts'
import { configRevisions, firmConfigs } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { type Asker, createAsker, boundCall, type Values } from '../../support/asking.ts'
import { adminRole, hasRight, lawyerRole, type Role } from '../../support/reach.ts'
import { snapshotOf } from '../../support/snapshot.ts'
import { setStage, type Stage } from '../../support/stage.ts'

// The mini-program in every state by every kind of caller, as in `articles.test.ts`.

const callers = {
  admin: adminRole(1, '总所'),
  admin2: adminRole(2, '总所'),
  branch: adminRole(3, '东所'),
  branch2: adminRole(4, '东所'),
  system: adminRole(2, '总所', { isSystem: true }),
  '13800000001': lawyerRole('总所'),
} as const satisfies Record<string, Role>

let app: TestApp
let stage: Stage
let ask: Asker
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
  ask = createAsker(app)
})
afterAll(() => app.close())

const current = () => stage.admin.call('firm.mpconf', { draft: 1 })
const send = async (values: Values) => {
  const { version } = await current()
  const { code } = await ask(boundCall('firm.updateMpconf').call, 'admin', { ...values, version })
  expect(code).toBe('200')
}
const colour = (themeColor: string) => ({ index: { themeColor } })

const putInto = async (state: PublicationState) => {
  await app.database.write(1, async db => {
    await db.delete(configRevisions).where(eq(configRevisions.firmId, 1))
    await db.delete(firmConfigs).where(eq(firmConfigs.key, 'mpconf'))
  })
  const { isPublished, isDraft } = publicationStates[state]
  if (isPublished) {
    await send(colour('#102030'))
    await send(colour('#405060'))
  }
  if (isDraft) await send({ draft: 1, ...colour('#708090') })
}
const stateNow = async () => {
  const { isDraft, publishedAt } = await current()
  return keysOf(publicationStates).find(
    name =>
      publicationStates[name].isDraft === (isDraft === 1) &&
      publicationStates[name].isPublished === (publishedAt !== null),
  )
}

type Trial = { call: string; input: () => Promise<Values> }
const trials: Readonly<Record<keyof typeof publicationTransitions, Trial>> = {
  keep: { call: 'firm.updateMpconf', input: async () => ({ draft: 1, ...colour('#112233') }) },
  publish: { call: 'firm.updateMpconf', input: async () => colour('#112233') },
  restore: {
    call: 'firm.restoreMpconf',
    input: async () => ({ to: (await stage.admin.call('firm.mpRevisions')).at(-1)!.version }),
  },
}

const cases = keysOf(trials).flatMap(action => keysOf(callers).map(name => [action, name] as const))
describe('小程序配置', () => {
  test.each(cases)('%s by %s, in every state', async (action, name) => {
    const { call, input } = trials[action]
    const { who } = boundCall(call).call
    const mayCall = isCapability(who) && hasRight(callers[name], who)
    for (const state of keysOf(publicationStates)) {
      await putInto(state)
      const values = { ...(await input()), version: (await current()).version }
      const before = await snapshotOf(app)
      const { code } = await ask(boundCall(call).call, name, values)
      expect({ state, code }).toEqual({ state, code: mayCall ? '200' : '4030' })
      if (mayCall) expect(await stateNow()).toBe(publicationTransitions[action][state]?.editor)
      else expect(await snapshotOf(app)).toEqual(before)
    }
  })

  test('shows the last publication whatever the saved draft contains', async () => {
    const visibleColor = async () => (await app.call('firm.mpconf')).index.themeColor
    await putInto('changed')
    expect(await visibleColor()).toBe('#405060')
    const revisions = await stage.admin.call('firm.mpRevisions')
    expect(revisions.map(it => it.kind)).toEqual(['publish', 'publish', 'original'])
    const { version } = await current()
    await stage.admin.call('firm.restoreMpconf', { to: revisions[1]!.version, version })
    expect(await visibleColor()).toBe('#102030')
  })
})
