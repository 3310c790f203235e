import { positions, selfProfessions } from '../../server/db/tables.ts'
import type { TestApp } from './app.ts'

/** Creates positions and a profession; returns the fields that a card needs to be published. */
export const prepareCards = (app: TestApp) =>
  app.database.write(1, async db => {
    await db.insert(positions).values([
      { firmId: 1, postName: '律师', postCode: 'Associate', postLevel: 20 },
      { firmId: 1, postName: '合伙人', postCode: 'Partner', postLevel: 8 },
    ])
    const [row] = await db.insert(selfProfessions).values({ firmId: 1, name: '争议解决' }).returning()
    return {
      avatar: '/api/files/1/2-1/portrait.webp',
      workPosition: { postName: '律师', postCode: 'Associate' },
      professions: [{ type: 'self' as const, id: row!.id }],
      intro: '<p>处理公司诉讼。</p><p>熟悉仲裁。</p>',
    }
  })
export type CardFields = Awaited<ReturnType<typeof prepareCards>>

/** A card of this lawyer, submitted for review for the first time. */
export const submitCard = async (app: TestApp, account: string, needed: CardFields) => {
  const lawyer = await app.as(account)
  const { id } = await lawyer.call('cards.createCard', { language: 'CN', name: lawyer.name, ...needed })
  const { version } = await lawyer.call('cards.submitAudit', { id, version: 1 })
  return { id, version, lawyer }
}

/** A published card with a submitted change of these fields. */
export const submitChange = async (app: TestApp, account: string, needed: CardFields, change: object) => {
  const { id, version, lawyer } = await submitCard(app, account, needed)
  await (await app.as('admin')).call('cards.adminAuditCard', { id, version, auditStatus: 2 })
  const changed = await lawyer.call('cards.update', { id, version: version + 1, ...change })
  const answer = await lawyer.call('cards.submitAudit', { id, version: changed.version })
  return { id, version: answer.version, lawyer }
}
