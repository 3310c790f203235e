import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { firmDay } from '../../../resources/kit/firmTime.ts'
import { apiTokens, counters } from '../../../server/db/tables.ts'
import { runCardEffects } from '../../../server/services/jobs/cardEffects.ts'
import { agentClient } from '../../support/agent.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { createAsker, mayCall } from '../../support/asking.ts'
import type { Person } from '../../support/client.ts'
import { examples, writingCalls } from '../../support/examples/index.ts'
import { setStage, type Stage } from '../../support/stage.ts'

// An office locks a field of its cards, and each way by which somebody may write a card is tried against the lock.

let app: TestApp
let stage: Stage
const { allow, createToken, everything, useTool } = agentClient(() => app)
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
  await allow(1)
  const { version } = await stage.admin.call('firm.mpconf', { draft: 1 })
  await stage.admin.call('firm.updateMpconf', { card: { officeTemplates: 1 }, version })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.database.write(null, db => db.delete(counters))
  await app.database.write(1, db => db.delete(apiTokens))
})

const east = () => app.world.offices.get('东所')!
const saveTemplate = async (template: object) => {
  const { version } = await stage.admin.call('offices.cardTemplate', { organizationId: east() })
  const none = { requiredFields: null, policy: null }
  await stage.admin.call('offices.saveCardTemplate', {
    organizationId: east(),
    version,
    ...none,
    ...template,
  })
}
const lock = () => saveTemplate({ policy: { team: 3 }, requiredFields: ['slogan'] })
const reviewBy = async (cardReview: 0 | 1) => {
  const now = await stage.admin.call('cardReview.get')
  await stage.admin.call('cardReview.update', { ...now, cardReview })
}
const edit = async (by: Person, id: number, patch: object) => {
  const { version } = await by.call('cards.cardInfo', { id })
  return by.call('cards.update', { id, version, ...patch })
}
const tomorrow = () => firmDay(app.clock.now().getTime() + 24 * 3_600_000)

const moveTo = async (id: number, organizationId: number) => {
  const { version } = await stage.admin.call('lawyers.lawyerInfo', { id })
  await stage.admin.call('lawyers.update', { id, version, organizationId, reason: '转所' })
}

type Card = { id: number; key: string; lawyerId: number; owner: Person }

/** A published card of 东所 with the team 甲部, its lawyer, and a colleague who maintains it. */
const setScene = async (before: (card: Card) => Promise<unknown> = async () => {}) => {
  await saveTemplate({})
  const { id, key, lawyerId } = await stage.publishedCard()
  await edit(stage.admin, id, { team: '旧部', slogan: '守正' })
  const { version: earlier } = await stage.admin.call('cards.cardInfo', { id })
  await edit(stage.admin, id, { team: '甲部' })
  await moveTo(lawyerId, east())
  await before({ id, key, lawyerId, owner: await app.asNew(key) })
  await lock()
  const owner = await app.asNew(key)
  const helper = await stage.lawyer()
  const today = firmDay(app.clock.now())
  const mandate = await owner.call('mandates.grant', {
    population: 2,
    assistantId: helper.id,
    fields: ['team'],
    startOn: today,
    endOn: today,
  })
  const now = await owner.call('cards.cardInfo', { id })
  return {
    id,
    lawyerId,
    owner,
    assistant: await app.asNew(helper.key),
    mandateId: mandate.id,
    earlier,
    version: now.version,
  }
}
type Scene = Awaited<ReturnType<typeof setScene>>

const pendingTeam = ({ id, owner }: Card) => edit(owner, id, { team: '乙部' })
const submittedTeam = async (card: Card) => {
  const { version } = await pendingTeam(card)
  await card.owner.call('cards.submitAudit', { id: card.id, version })
}
const scheduledTeam = ({ id }: Card) => edit(stage.admin, id, { team: '丙部', effectiveOn: tomorrow() })

const refusal = {
  code: '4220',
  data: { errors: { team: '该字段由东所锁定，如需修改请联系本所管理员' } },
}
/** How a way ends: refused with the error of the field; kept from the public card; or allowed to change it. */
type End = 'refused' | { keeps: string } | { allows: string; team: string }
type Way = {
  title: string
  scene?: Parameters<typeof setScene>[0]
  review?: 0 | 1
  act: (scene: Scene) => Promise<unknown>
  end: End
}
const body = async (answer: Promise<{ body: unknown }>) => (await answer).body

const bulkReport = async (by: Person, run: { id: number | null }) => {
  await app.runJobs()
  const { records } = await by.call('bulkRows.page', { runId: run.id!, pageSize: 10 })
  return records[0]
}
const bulkRefusal = { message: expect.stringContaining('由东所锁定') }

/** How a lawyer, an assistant or a program may write a card, by the name of the call. */
const ways: Readonly<Record<string, readonly Way[]>> = {
  'cards.update': [
    {
      title: 'the form of the own card, also with values copied from the other card or adopted from a draft',
      act: ({ id, owner, version }) =>
        body(owner.send('PUT', '/lawyer/card/update', { body: { id, version, team: '丙部' } })),
      end: 'refused',
    },
    {
      title: 'an assistant with a mandate for the field',
      act: ({ id, assistant, mandateId, version }) =>
        body(
          assistant.send('PUT', '/lawyer/card/update', { body: { id, version, mandateId, team: '丙部' } }),
        ),
      end: 'refused',
    },
    {
      title: 'where the firm reviews nothing',
      review: 0,
      act: ({ id, owner, version }) =>
        body(owner.send('PUT', '/lawyer/card/update', { body: { id, version, team: '丙部' } })),
      end: 'refused',
    },
    {
      title: 'another field, while a change from before the lock waits in the working copy',
      review: 0,
      scene: async card => {
        await reviewBy(1)
        await pendingTeam(card)
        await reviewBy(0)
      },
      act: ({ owner, id }) => edit(owner, id, { slogan: '新' }),
      end: { keeps: 'only what is free is published' },
    },
    {
      title: 'back to the published value',
      scene: pendingTeam,
      act: async ({ id, owner }) => {
        expect(await edit(owner, id, { team: '甲部' })).toMatchObject({ changedFields: [] })
      },
      end: { keeps: 'what waited is given up, and the public card says what it said' },
    },
  ],
  'cards.keepDraft': [
    {
      title: 'a draft',
      act: async ({ id, owner, version }) => {
        await owner.call('cards.keepDraft', { language: 'CN', values: '{"team":"丙部"}', version })
        const { values } = await owner.call('cards.draft', { language: 'CN' })
        return body(
          owner.send('PUT', '/lawyer/card/update', { body: { id, version, ...JSON.parse(values!) } }),
        )
      },
      end: 'refused',
    },
  ],
  'cards.restore': [
    {
      title: 'an earlier version, the locked field chosen',
      act: ({ id, owner, earlier, version }) =>
        body(
          owner.send('POST', `/lawyer/card/revisions/${id}/restore`, {
            body: { to: earlier, version, fields: ['team'] },
          }),
        ),
      end: 'refused',
    },
    {
      title: 'an earlier version as a whole',
      act: ({ id, owner, earlier, version }) => owner.call('cards.restore', { id, to: earlier, version }),
      end: { keeps: 'the other fields are restored, as the history says before' },
    },
  ],
  'timeline.restore': [
    {
      title: 'an entry of the timeline, the locked field chosen',
      act: ({ id, owner, earlier, version }) =>
        body(
          owner.send('POST', '/log/timeline/restore', {
            body: { type: 'cards', id, entry: `revision-${earlier}`, version, fields: ['team'] },
          }),
        ),
      end: 'refused',
    },
  ],
  'cards.submitAudit': [
    {
      title: 'a change from before the lock, where the firm reviews',
      scene: pendingTeam,
      act: ({ id, owner, version }) => owner.call('cards.submitAudit', { id, version }),
      end: { keeps: 'an administrator decides about it' },
    },
    {
      title: 'a change from before the lock, where the firm reviews nothing any more',
      review: 0,
      scene: async card => {
        await reviewBy(1)
        await pendingTeam(card)
        await reviewBy(0)
      },
      act: ({ id, owner, version }) =>
        body(owner.send('PUT', '/lawyer/card/submitAudit', { body: { id, version } })),
      end: 'refused',
    },
  ],
  'cards.unschedule': [
    {
      title: 'taking back what an administrator has scheduled for the field',
      scene: scheduledTeam,
      act: async ({ id, owner, version }) => {
        const answer = await body(
          owner.send('PUT', `/lawyer/card/unschedule/${id}`, { body: { id, version } }),
        )
        expect((await stage.admin.call('cards.cardInfo', { id })).effectiveAt).not.toBeNull()
        return answer
      },
      end: 'refused',
    },
  ],
  'cards.createCard': [
    {
      title: 'the card in the other language',
      act: async ({ owner }) => {
        const created = await owner.call('cards.createCard', {
          language: 'EN',
          name: 'Sample',
          ...stage.needed,
          team: 'Team C',
        })
        expect(created.auditStatus).toBe(0)
      },
      end: { keeps: 'a lock begins with the first publication, which the lawyer prepares as a whole' },
    },
  ],
  'bulkRuns.start': [
    {
      title: 'the bulk edit of the own cards',
      act: async ({ id, owner }) => {
        const run = await owner.call('bulkRuns.start', {
          resource: 'cards',
          action: 'bulkEdit',
          filter: { ids: [id] },
          answers: { team: '丙部' },
        })
        expect(await bulkReport(owner, run)).toMatchObject(bulkRefusal)
      },
      end: { keeps: 'the report of the run has the refusal' },
    },
  ],
  'bulkRuns.rows': [
    {
      title: 'values of their own for several cards',
      act: async ({ id, owner, version }) => {
        const line = JSON.stringify({ id, version, values: { team: '丙部' } })
        const run = await owner.call('bulkRuns.rows', { resource: 'cards', lines: [line] })
        expect(await bulkReport(owner, run)).toMatchObject(bulkRefusal)
      },
      end: { keeps: 'the report of the run has the refusal' },
    },
  ],
  'bulkRuns.sheet': [
    {
      title: 'a changed spreadsheet',
      act: async ({ id, owner, version }) => {
        const run = await owner.call('bulkRuns.sheet', {
          resource: 'cards',
          columns: ['team'],
          lines: [`${id}\t${version}\t丙部`],
        })
        expect(await bulkReport(owner, run)).toMatchObject(bulkRefusal)
      },
      end: { keeps: 'the report of the run has the refusal' },
    },
  ],
  'lawyers.update': [
    {
      title: 'the team in the own account',
      act: async ({ lawyerId, owner }) => {
        const { version } = await owner.call('lawyers.lawyerInfo', { id: lawyerId })
        await owner.send('PUT', '/lawyer/update', { body: { id: lawyerId, version, team: '丙部' } })
      },
      end: { keeps: 'an account and its card have values of their own' },
    },
  ],
}

/** What administrators do, and why the lock does not hold for it. */
const decisions: readonly Way[] = [
  {
    title: 'an administrator of the office edits the card',
    act: async ({ id }) => edit(await app.asNew('branch'), id, { team: '丙部' }),
    end: { allows: 'the refusal sends the lawyer to the administrators', team: '丙部' },
  },
  {
    title: 'approval of what was submitted before the lock',
    scene: submittedTeam,
    act: ({ id, version }) => stage.admin.call('cards.adminAuditCard', { id, version, auditStatus: 2 }),
    end: { allows: 'the administrator has seen the change', team: '乙部' },
  },
  {
    title: 'approval of what was submitted before the move to the office that locks',
    scene: async card => {
      await moveTo(card.lawyerId, app.world.offices.get('南所')!)
      await submittedTeam({ ...card, owner: await app.asNew(card.key) })
      await moveTo(card.lawyerId, east())
    },
    act: ({ id, version }) => stage.admin.call('cards.adminAuditCard', { id, version, auditStatus: 2 }),
    end: { allows: 'the administrator has seen the change', team: '乙部' },
  },
  {
    title: 'a change that was approved for a later day before the lock',
    scene: scheduledTeam,
    act: () => runCardEffects(app.database, 1, new Date(app.clock.now().getTime() + 48 * 3_600_000)),
    end: { allows: 'an administrator has decided it', team: '丙部' },
  },
  {
    title: 'a proposal of an administrator’s program, approved by another administrator',
    act: async ({ id, version }) => {
      const { token } = await createToken(await everything(), { mayPropose: 1 })
      const { content } = await useTool(token, 'cards_update', { id, version, team: '丙部' })
      const { proposalId } = JSON.parse(content[0]!.text) as { proposalId: number }
      await (await app.as('admin2')).call('proposals.decide', { id: proposalId, result: 1 })
    },
    end: { allows: 'tokens belong to administrators, and one of them approves', team: '丙部' },
  },
]

const tried = [
  ...Object.entries(ways).flatMap(([name, list]) => list.map(it => [`${name}: ${it.title}`, it] as const)),
  ...decisions.map(it => [it.title, it] as const),
]

describe('the lock of an office and', () => {
  test.each(tried)('%s', async (_, { scene: before, review = 1, act, end }: Way) => {
    const scene = await setScene(before)
    await reviewBy(review)
    const answer = await act(scene)
    await reviewBy(1)
    if (end === 'refused') expect(answer).toMatchObject(refusal)
    const { published } = await stage.admin.call('cards.cardInfo', { id: scene.id })
    expect(published!.team).toBe(typeof end === 'object' && 'allows' in end ? end.team : '甲部')
  })

  test('required fields, whose error names the office that asks for them', async () => {
    const { id, owner, version } = await setScene()
    await edit(stage.admin, id, { team: '丙部' })
    const { version: now } = await owner.call('cards.cardInfo', { id })
    expect(now).toBeGreaterThan(version)
    const changed = await edit(owner, id, { slogan: null })
    const answer = await body(
      owner.send('PUT', '/lawyer/card/submitAudit', { body: { id, version: changed.version } }),
    )
    expect(answer).toMatchObject({ code: '4220', data: { errors: { slogan: '东所要求填写个人签名' } } })
  })
})

describe('every call that writes a card', () => {
  const open = writingCalls.filter(
    ({ call }) => mayCall(call, 'lawyer') || call.isByMandate || call.who === 'public',
  )
  /** What a reader or a reviewer sees of all cards of the firm. */
  const contents = async () => {
    const { rows } = await app.database.read(1, db =>
      db.execute(sql`select id, content, published, scheduled, audit_status from cards order by id`),
    )
    return JSON.stringify(rows)
  }

  test('and that somebody without an administrator’s rights may make is among the ways', async () => {
    const ask = createAsker(app)
    const found = new Set<string>()
    for (const { name, call, make } of examples.filter(it => open.some(({ call }) => call === it.call))) {
      const { input, by = stage.place.admin } = await make(stage)
      const before = await contents()
      await ask(call, call.who === 'public' ? null : by, input)
      if ((await contents()) !== before) found.add(name)
    }
    expect([...found].filter(name => !(name in ways))).toEqual([])
    // The examples of these do write cards, otherwise nothing would have been found.
    expect([...found]).toEqual(expect.arrayContaining(['cards.update', 'cards.submitAudit', 'cards.restore']))
    expect(Object.keys(ways).filter(name => !open.some(it => it.name === name))).toEqual([])
  }, 300_000)
})
