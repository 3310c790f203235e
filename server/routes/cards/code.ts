import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'

import type { cards as resource } from '../../../resources/cards/index.ts'
import { notFound } from '../../context/apiError.ts'
import type { Handlers } from '../../context/handlers.ts'
import { cards, lawyers, offices } from '../../db/tables.ts'
import { enabledOffices } from '../../services/offices/enabled.ts'

const publicCardQuery = sql<
  number | null
>`(select ${cards.id} from ${cards} where ${cards.firmId} = ${lawyers.firmId}
  and ${cards.lawyerId} = ${lawyers.id} and ${cards.deletedAt} is null and ${cards.published} is not null and ${cards.showStatus} = 1`

/**
 * The target of a printed code: the card while it is public, else the office, which remains when somebody
 * leaves (domain.md §4); for a closed office, the main one. The answer says nothing about the person.
 */
export const resolveCardCode: Handlers<typeof resource.calls>['code'] = async (
  { codeKey, language },
  { db, firmId },
) => {
  const [person] = await db
    .select({
      status: lawyers.status,
      organizationId: lawyers.organizationId,
      // The card in the requested language, else in the other one.
      cardId: sql<
        number | null
      >`${publicCardQuery} order by ${cards.language} = ${language} desc limit 1)`.mapWith(cards.id),
    })
    .from(lawyers)
    .where(and(eq(lawyers.firmId, firmId), eq(lawyers.codeKey, codeKey), isNull(lawyers.deletedAt)))
  if (!person) throw notFound()
  const [office] = await db
    .select({ organizationId: offices.organizationId, name: offices.name })
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
  return { ...office, cardId: isShown ? person.cardId : null }
}
