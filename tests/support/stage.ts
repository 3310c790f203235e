import { eq } from 'drizzle-orm'

import { firmConfigs, lawyers } from '../../server/db/tables.ts'
import type { TestApp } from './app.ts'
import { inputOf, prepareTypes } from './articles.ts'
import { prepareCards } from './cards.ts'
import { addAdmin, addLawyer, addOffice } from './world.ts'

/** The office of an example, and the administrator of this office who makes its calls. */
export type Place = { office: string; admin: string }

/** State shared by all stages of one application. */
const prepare = async (app: TestApp) => {
  let made = 0
  const number = () => (made += 1)
  return { types: await prepareTypes(app), needed: await prepareCards(app), number }
}

/**
 * Makers for the data of examples. Each call creates something new, so that examples do not interfere. The
 * names of people are their keys in `app.as`.
 */
export const setStage = async (
  app: TestApp,
  place: Place = { office: '总所', admin: 'admin' },
  shared?: Awaited<ReturnType<typeof prepare>>,
) => {
  const { database, world } = app
  const props = shared ?? (await prepare(app))
  const { types, needed, number } = props
  const admin = await app.as(place.admin)
  const organizationId = world.offices.get(place.office)!
  const next = () => String(number()).padStart(4, '0')

  const office = async () => {
    const name = `样本分所${next()}`
    world.offices.set(name, await database.write(1, db => addOffice(db, 1, name, 0)))
    return { name, organizationId: world.offices.get(name)! }
  }
  const administrator = async (officeLevel: 2 | 3 | 4, at = place.office) => {
    const key = `sample${next()}`
    await database.write(1, db =>
      addAdmin(db, world, 1, [key, '样本管理员', at, officeLevel], 1000 + number()),
    )
    return { key, id: world.people.get(key)!.id }
  }
  const lawyer = async (status: 0 | 1 = 1) => {
    const key = `1370001${next()}`
    await database.write(1, async db => {
      await addLawyer(db, world, 1, key, key, '样本律师', place.office)
      await db.update(lawyers).set({ status }).where(eq(lawyers.mobile, key))
    })
    return { key, id: world.people.get(key)!.id }
  }
  /** A complete draft of a card, of a new lawyer. */
  const card = async () => {
    const { key, id: lawyerId } = await lawyer()
    const { id } = await (
      await app.as(key)
    ).call('cards.createCard', { language: 'CN', name: '样本律师', ...needed })
    return { id, lawyerId, key, version: 1 }
  }
  const submittedCard = async () => {
    const draft = await card()
    const { version } = await (
      await app.as(draft.key)
    ).call('cards.submitAudit', { id: draft.id, version: 1 })
    return { ...draft, version }
  }
  const publishedCard = async () => {
    const { version, ...card } = await submittedCard()
    await admin.call('cards.adminAuditCard', { id: card.id, auditStatus: 2, version })
    return card
  }
  /** An article of a new lawyer, by the administrator of the place, in its office. */
  const article = async (more: object = {}) => {
    const { key, id } = await lawyer()
    const draft = inputOf(app, types, { organizationId, lawyerIds: [id], ...more })
    const saved = await admin.call('articles.add', draft)
    return { ...saved, lawyerId: id, key }
  }
  const published = () => article({ submit: 1 as const })
  /** An article submitted for review by its lawyer. */
  const waiting = async () => {
    const { key, id } = await lawyer()
    const draft = inputOf(app, types, { organizationId, lawyerIds: [id], submit: 1 })
    return { ...(await (await app.as(key)).call('articles.add', draft)), key }
  }
  const picture = async () => {
    const { codeId } = await app.call('session.code', { scene: 'login' })
    return { codeId, code: app.outbox.captchas.get(codeId)! }
  }
  /** An unused mobile with the code that was sent to it. */
  const provenMobile = async () => {
    const mobile = `1360000${next()}`
    const { smsId } = await app.call('registration.getCardCode', { mobile, ...(await picture()) })
    return { mobile, smsId, smsCode: (await app.receiveSms(mobile)).code }
  }
  const setting = (key: string, value: Record<string, unknown>) =>
    database.write(1, db =>
      db
        .insert(firmConfigs)
        .values({ firmId: 1, key, value })
        .onConflictDoUpdate({ target: [firmConfigs.firmId, firmConfigs.key], set: { value } }),
    )
  return {
    app,
    admin,
    types,
    needed,
    place,
    organizationId,
    next,
    office,
    administrator,
    lawyer,
    card,
    submittedCard,
    publishedCard,
    article,
    published,
    waiting,
    picture,
    provenMobile,
    setting,
    /** Passed to another stage in the same application. */
    props,
  }
}
export type Stage = Awaited<ReturnType<typeof setStage>>
