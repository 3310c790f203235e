import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'

import type { cards as resource } from '../../../resources/cards/index.ts'
import { layoutOf } from '../../../resources/offices/cardLayout.ts'
import { notFound } from '../../context/apiError.ts'
import type { VisitKind } from '../../../resources/cards/visits.ts'
import type { Context, PublicContext } from '../../context/context.ts'
import { type Handlers, ownTransaction } from '../../context/handlers.ts'
import { cards, lawyers, offices } from '../../db/tables.ts'
import { publishedPage, templateFrom } from '../../services/offices/cardTemplate.ts'
import { enabledOffices } from '../../services/offices/enabled.ts'
import { isCounting } from '../../services/visits/isCounting.ts'

const publicCardQuery = (firmId: number) => sql<
  number | null
>`(select ${cards.id} from ${cards} where ${cards.firmId} = ${firmId}
  and ${cards.lawyerId} = ${lawyers.id} and ${cards.deletedAt} is null and ${cards.published} is not null and ${cards.showStatus} = 1`

/** The owner of a code or the successor, with the card in the requested language, else in the other one. */
const readPerson = async (
  { db, firmId }: Pick<Context, 'db' | 'firmId'>,
  language: 'CN' | 'EN',
  where: SQL,
) => {
  const [person] = await db
    .select({
      id: lawyers.id,
      status: lawyers.status,
      organizationId: lawyers.organizationId,
      successorId: lawyers.successorId,
      cardId: sql<
        number | null
      >`${publicCardQuery(firmId)} order by ${cards.language} = ${language} desc limit 1)`.mapWith(cards.id),
    })
    .from(lawyers)
    .where(and(eq(lawyers.firmId, firmId), where, isNull(lawyers.deletedAt)))
  return person
}

/** Where the code of a card leads, and whose card that is. */
const targetOf = async (
  { codeKey, language }: { codeKey: string; language: 'CN' | 'EN' },
  context: Pick<PublicContext, 'db' | 'firmId'>,
) => {
  const { db, firmId } = context
  const owner = await readPerson(context, language, eq(lawyers.codeKey, codeKey))
  if (!owner) throw notFound()
  const successor =
    owner.status === 4 && owner.successorId !== null
      ? await readPerson(context, language, eq(lawyers.id, owner.successorId))
      : undefined
  const person = successor?.status === 1 && successor.cardId !== null ? successor : owner
  const [office] = await db
    .select({
      organizationId: offices.organizationId,
      name: offices.name,
      template: sql<unknown>`${offices.cardTemplate} -> 'values'`,
      // Read only where the office has a template.
      isAllowed: sql<boolean>`case when ${offices.cardTemplate} is not null then
        coalesce(${publishedPage(firmId)} ->> 'officeTemplates' = '1', false) else false end`,
    })
    .from(offices)
    .where(enabledOffices(firmId))
    .orderBy(
      desc(eq(offices.organizationId, person.organizationId)),
      desc(offices.isMain),
      asc(offices.organizationId),
    )
    .limit(1)
  if (!office) throw notFound()
  const isShown =
    person.status === 1 && person.cardId !== null && office.organizationId === person.organizationId
  return { office, cardId: isShown ? person.cardId : null, lawyerId: person.id }
}

type Target = Awaited<ReturnType<typeof targetOf>>

/** Notes a visit to be counted, unless it is the owner's or an administrator's, or the firm does not count. */
export const noteVisit = (
  context: PublicContext,
  { cardId, lawyerId }: Pick<Target, 'cardId' | 'lawyerId'>,
  kind: VisitKind,
): void => {
  const { caller, switches, services, firmId, ip, device, now } = context
  if (cardId === null || !isCounting(switches)) return
  const isInside = caller && (caller.view || caller.population === 1 || caller.id === lawyerId)
  if (!isInside) services.visits.note({ firmId, cardId, kind, at: now, ip, device })
}

/**
 * The target of a printed code: the card while it is public; the successor's card after the owner has left; else the
 * office, which remains when somebody leaves (docs/domain.md §4); for a closed office, the main one. The answer says nothing
 * about the person.
 */
export const resolveCardCode: Handlers<typeof resource.calls>['code'] = async (input, context) => {
  const target = await targetOf(input, context)
  noteVisit(context, target, 'open')
  const { template, isAllowed, ...office } = target.office
  const layout = isAllowed && target.cardId !== null ? layoutOf(templateFrom(template)) : {}
  return { ...office, cardId: target.cardId, ...(Object.keys(layout).length > 0 && { layout }) }
}

/** Counts what a visitor does with the card to which the code leads. It is stored some seconds later, so that the answer does not wait for it. */
export const countVisit: Handlers<typeof resource.calls>['countVisit'] = ownTransaction(
  async ({ kind, ...input }, context) => {
    const { database, firmId } = context
    noteVisit(context, await database.read(firmId, db => targetOf(input, { db, firmId })), kind)
    return {}
  },
)
