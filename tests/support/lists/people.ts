import { eq } from 'drizzle-orm'

import { firmDay } from '../../../resources/kit/firmTime.ts'
import { writeAdditionalFields } from '../../../server/db/additionalFields.ts'
import {
  admins,
  cardCampaigns,
  cards,
  configRevisions,
  counters,
  lawyers,
  offices,
} from '../../../server/db/tables.ts'
import { miniProgramKey } from '../../../server/services/settings/miniProgramKey.ts'
import { lockKey, lockLimits } from '../../../server/services/limits/counters.ts'
import { cardKeys } from '../../../server/services/directory/nameKeys.ts'
import type { TestApp } from '../app.ts'
import { addAdmin, addLawyer, addOffice } from '../world.ts'
import { nonNullMoments, daysAround, dayEdges, sampleMoments, cycle } from './moments.ts'
import { additionalValues } from './plain.ts'

const binned = { deletedAt: dayEdges.after, deletedBy: '1:1' }

/** Offices in two cities, open and closed, shown and hidden, one in the bin. */
export const fillOffices = ({ database, world }: TestApp) =>
  database.write(1, async db => {
    world.offices.set('安所', await addOffice(db, 1, '安所', 0))
    const gone = await addOffice(db, 1, '旧所', 0)
    const beijing = { provinceCode: '110000', cityCode: '110100', districtCode: '110101' }
    for (const [index, name] of ['总所', '东所', '南所', '安所'].entries()) {
      const organizationId = world.offices.get(name)!
      await writeAdditionalFields(
        { db, firmId: 1 },
        offices,
        { organizationId },
        additionalValues('offices', index),
      )
      await db
        .update(offices)
        .set({
          weight: cycle([3, 5, 3], index),
          foundedOn: cycle(['2001-05-01', '2010-01-01', '2001-05-01', null], index),
          updatedAt: cycle([dayEdges.first, dayEdges.last], index),
          ...(name === '安所' && { ...beijing, status: 0, showStatus: 0 }),
        })
        .where(eq(offices.organizationId, organizationId))
    }
    await db.update(offices).set(binned).where(eq(offices.organizationId, gone))
  })

/** Administrators: one disabled, one locked, one in the bin; two with the same name. */
export const fillAdmins = ({ database, world }: TestApp) =>
  database.write(1, async db => {
    const names = ['disabled', 'locked', 'binned']
    for (const [index, key] of names.entries())
      await addAdmin(db, world, 1, [key, '李助理', '南所', 4], 50 + index)
    const idOf = (key: string) => world.people.get(key)!.id
    await db
      .update(admins)
      .set({ status: 0 })
      .where(eq(admins.id, idOf('disabled')))
    await db
      .update(admins)
      .set(binned)
      .where(eq(admins.id, idOf('binned')))
    await db.insert(counters).values({
      key: lockKey(1, 1, idOf('locked')),
      count: 0,
      total: lockLimits.mostInRow,
      windowEndsAt: dayEdges.after,
    })
    for (const [index, id] of [...world.people.values()]
      .flatMap(it => (it.population === 1 ? it.id : []))
      .entries())
      await db
        .update(admins)
        .set({ lastLoginAt: cycle(sampleMoments, index), createdAt: cycle(nonNullMoments, index) })
        .where(eq(admins.id, id))
  })

/** Values that the lawyer list filters by without showing them. */
export const hiddenLawyerValues = new Map<
  number,
  { postCodes: string[]; assessments: { year: number; result: number }[] }
>()

const people = ['单于飞', '曾国', '单于飞', '安迪', '仇英', '解缙', '吕布', '欧阳修'] as const

/** Lawyers of all states and kinds, most with cards, one in the bin. */
export const fillLawyers = async ({ database, world }: TestApp) => {
  await database.write(1, async db => {
    const mobiles = people.map((_, index) => `1390001000${index}`)
    for (const [index, mobile] of mobiles.entries())
      await addLawyer(
        db,
        world,
        1,
        mobile,
        mobile,
        people[index]!,
        cycle(['总所', '东所', '安所', '总所', '东所', '总所', '东所', '总所'], index),
      )
    const all = [...world.people.values()].filter(it => it.population === 2 && it.firmId === 1)
    for (const [index, { id }] of all.entries()) {
      const assessments = [
        {
          year: cycle([2024, 2025], index),
          result: cycle([1, 2, 3] as const, index),
          recordedAt: '2025-06-30',
        },
        { year: 2023, result: cycle([2, 1] as const, index), recordedAt: '2024-06-30' },
      ]
      hiddenLawyerValues.set(id, { postCodes: [], assessments })
      await db
        .update(lawyers)
        .set({
          // The people who sign in stay active.
          status: index < 3 ? 1 : cycle([1, 2, 3, 1, 0, 1, 4] as const, index),
          personType: cycle([1, 2, 1] as const, index),
          practiceType: cycle([1, 2, null] as const, index),
          source: cycle([1, 3, 2, 1] as const, index),
          gender: cycle([1, 2, null, 1] as const, index),
          isRegisteredPartner: cycle([0, 1, 0] as const, index),
          wxBound: cycle([0, 0, 1] as const, index),
          team: cycle(['争议部', '公司部', null], index),
          employeeNo: cycle([`E${100 - index}`, null], index),
          entryDate: cycle(
            [daysAround.day, daysAround.before, null, daysAround.after, daysAround.day],
            index,
          ),
          lastLoginAt: cycle(sampleMoments, index),
          createdAt: cycle(nonNullMoments, index),
          updatedAt: cycle(nonNullMoments, index + 1),
          assessments,
          ...(index === all.length - 1 && binned),
        })
        .where(eq(lawyers.id, id))
      await writeAdditionalFields({ db, firmId: 1 }, lawyers, { id }, additionalValues('lawyers', index))
    }
  })
}

/** More cards in the bin, each deleted individually. */
export const fillRecycledCards = async ({ database, world }: TestApp) =>
  database.write(1, async db => {
    const { id: lawyerId } = world.people.get('13800000001')!
    for (const [index, name] of ['单于飞', '曾国', '单于飞', '解缙'].entries())
      await db.insert(cards).values({
        firmId: 1,
        lawyerId,
        organizationId: world.offices.get(cycle(['总所', '东所'], index))!,
        language: cycle(['CN', 'EN'] as const, index),
        name,
        ...cardKeys(name, { name, namePinyin: '', mobile: '' }),
        content: { name },
        auditStatus: cycle([0, 2] as const, index),
        ...binned,
        deletedAt: cycle(nonNullMoments, index),
      })
  })

/** More people in the bin, who appear in no other list. */
export const fillRecycled = async ({ database, world }: TestApp) =>
  database.write(1, async db => {
    for (const [index, name] of ['覃勇', '盖聂', '覃勇'].entries()) {
      const mobile = `1390002000${index}`
      await addLawyer(db, world, 1, mobile, mobile, name, cycle(['总所', '东所'], index))
      const { id } = world.people.get(mobile)!
      world.people.delete(mobile)
      await db
        .update(lawyers)
        .set({
          ...binned,
          deletedAt: cycle(nonNullMoments, index),
          personType: cycle([1, 2] as const, index),
        })
        .where(eq(lawyers.id, id))
    }
  })

/** The records that the cards refer to. */
export type CardChoices = { postCodes: readonly string[]; professionIds: readonly number[] }

/** A request to confirm cards that are older than it, and a later moment. */
const startedAt = new Date(Date.now() + 3_600_000)
const confirmedAt = new Date(startedAt.getTime() + 1)

/**
 * One or two cards of each lawyer, in all states; one in the bin. Answers whether the English card of a lawyer lacks what the
 * public Chinese one has (1) or not (2).
 */
export const fillCards = async ({ database, world }: TestApp, { postCodes, professionIds }: CardChoices) =>
  database.write(1, async db => {
    await db.insert(cardCampaigns).values({ firmId: 1, startedOn: firmDay(startedAt), startedAt, cards: 1 })
    // Cards are marked only while the firm lets offices have templates.
    const value = { card: { officeTemplates: 1 } }
    const published = { firmId: 1, key: miniProgramKey, version: 1, kind: 'publish', value } as const
    await db.insert(configRevisions).values({ ...published, createdAt: startedAt })
    const englishStates = new Map<number, 1 | 2>()
    const owners = [...world.people.values()].filter(it => it.population === 2 && it.firmId === 1)
    for (const [index, { id: lawyerId, organizationId, name }] of owners.entries())
      for (const language of index % 3 === 0 ? (['CN', 'EN'] as const) : (['CN'] as const)) {
        const isBinned = index === owners.length - 2
        const postCode = cycle(postCodes, index)
        const professions = [
          { type: 'self' as const, id: cycle(professionIds, index) },
          { type: 'official' as const, id: cycle([1, 2, 3], index) },
        ]
        if (!isBinned) hiddenLawyerValues.get(lawyerId)?.postCodes.push(postCode)
        const values: typeof cards.$inferInsert = {
          firmId: 1,
          lawyerId,
          organizationId,
          language,
          name,
          ...cardKeys(name, { name, namePinyin: '', mobile: '' }),
          postCode,
          content: { name, workPosition: { postName: postCode, postCode }, professions },
          weight: cycle([0, 5, 0], index),
          isTop: cycle([0, 1, 0, 0] as const, index),
          showStatus: cycle([1, 1, 0] as const, index),
          auditStatus: cycle([0, 1, 2, 3, 2] as const, index),
          completeness: cycle([40, 70, 40, 90], index),
          submittedAt: cycle(sampleMoments, index),
          publishedAt: cycle(sampleMoments, index + 2),
          // Every other person with two cards has a team in Chinese alone.
          published: cycle(
            [{ name, team: '二部' }, null, { name }, { name, professions }, null, { name }],
            index,
          ),
          confirmedAt: cycle([null, null, confirmedAt], index),
          misfits: cycle([[], [], [{ field: 'slogan', reason: 'required' }]], index),
          updatedAt: cycle(nonNullMoments, index),
          ...(isBinned && binned),
        }
        await db.insert(cards).values(values)
        if (language === 'EN') englishStates.set(lawyerId, cycle([1, 2] as const, index / 3))
      }
    return englishStates
  })
