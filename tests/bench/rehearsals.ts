// Rehearsals of rules on the demo firm with 5,000 more revisions of its cards, as many log rows about articles and as many
// decisions: `npm run bench -- rehearsals`. Prints the median time of seven calls, and how long the event loop is blocked.
import { monitorEventLoopDelay } from 'node:perf_hooks'

import { seedDemo } from '../../server/db/seed/demo.ts'
import { memoryStorage, password, startApp } from '../support/app.ts'
import { setup } from '../support/database.ts'
import { inFirm, percentile, print } from './load.ts'

const rows = 5000
const rounds = 7

/** Each row repeats one of the demo, a minute before the one that was repeated last. */
const repeated = (table: string, columns: string, values: string) => `insert into ${table} (${columns})
  select ${values} from generate_series(1, ${rows}) n
  join lateral (select * from ${table} former where former.firm_id = 1`

const fill = [
  `${repeated(
    'card_revisions',
    'firm_id, card_id, version, kind, content, facts, at, by_name',
    `1, it.card_id, 1000 + n, it.kind, it.content, it.facts, now() - n * interval '1 minute', it.by_name`,
  )} and former.kind in ('submit', 'edit', 'reject') order by former.id offset n % 80 limit 1) it on true`,
  ...(['submit', 'pass'] as const).map(
    (action, index) =>
      `${repeated(
        'logs',
        `firm_id, seq, created_at, log_type, module, action, important, operator_type, operator_id, operator_name, office_level,
    organization_id, target_type, target_id, target_name, target_org_id, summary, diff, result, request_id, prev_hash, hash`,
        `1, ${index * rows} + n - 1000000, now() - n * interval '1 minute', 2, 6, it.action, 1, it.operator_type, it.operator_id,
    it.operator_name, it.office_level, it.organization_id, it.target_type, it.target_id, it.target_name, it.target_org_id,
    it.summary, it.diff, 1, 'R' || n, 'p', 'h'`,
      )} and former.module = 6 and former.action = '${action}' and former.seq > 0 order by former.seq offset n % 8 limit 1) it on true`,
  ),
  'analyze',
]

const blocking = 'promotion: one rule, where what is of high risk is blocked already'
const rehearsals = {
  'reviews: only key fields': ['review', { cardReview: 2 }],
  'reviews: who decides': ['review', { l3Article: 0, l4Card: 0, selfAudit: 1 }],
  'reviews: block what is of high risk': ['review', { compliance: 2 }],
  'promotion: one rule': ['promotion', { R7: 3 }],
  'card page: one field locked, one required': [
    'cardPage',
    { requiredFields: ['avatar', 'slogan', 'intro', 'workPosition', 'professions', 'mobile'] },
  ],
  [blocking]: ['promotion', { R7: 3 }],
} as const

const stop = await setup()
try {
  const app = await startApp({
    seed: async database => {
      await seedDemo(database, { password, storage: memoryStorage(new Map()) })
      const [admin] = await inFirm<{ id: string; organization_id: string; name: string }>(database.url, [
        ...fill,
        `select id, organization_id, name from admins where firm_id = 1 and account = 'admin'`,
      ])
      const { id, organization_id: office, name } = admin!
      const person = {
        firmId: 1,
        population: 1,
        id: Number(id),
        organizationId: Number(office),
        name,
      } as const
      return { people: new Map([['admin', person]]), offices: new Map() }
    },
  })
  const admin = await app.as('admin')
  for (const [what, [part, values]] of Object.entries(rehearsals)) {
    if (what === blocking)
      await admin.call('cardReview.update', { ...(await admin.call('cardReview.get')), compliance: 2 })
    const input = { values: JSON.stringify(values) }
    const times: number[] = []
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    let answer: { seen: number; isCut: 0 | 1; unlike: number; effects: readonly object[] } | undefined
    for (let round = 0; round < rounds; round += 1) {
      const start = performance.now()
      answer = await admin.call(`rehearsals.${part}` as 'rehearsals.review', input)
      times.push(performance.now() - start)
    }
    const { seen, unlike, effects } = answer!
    print(
      `${what}: ${percentile(times, 0.5).toFixed(0)} ms (thread kept at most ${(delay.max / 1e6).toFixed(0)} ms), ` +
        `${seen} records, ${unlike} under other rules, ${effects.length} effects`,
    )
  }
  await app.close()
} finally {
  await stop()
}
