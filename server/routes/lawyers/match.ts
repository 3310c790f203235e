import { and, asc, eq, inArray, or } from 'drizzle-orm'

import type { lawyers as resource } from '../../../resources/lawyers/index.ts'
import { mobilesIn, toHalfWidth, toName } from '../../../resources/kit/index.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { scopeOfCaller } from '../../context/readable.ts'
import { cards, lawyers, offices } from '../../db/tables.ts'
import { visibleCards } from '../cards/columns.ts'
import { visibleLawyers } from './rows.ts'

type MatchKind = 'mobile' | 'licenseNumber' | 'name'

const licencePattern = /(?<!\d)(\d{17}|\d{12})(?!\d)/
/** A counter or a copy mark that programs add to the name of a file, such as 张三 (2) or 张三-副本. */
const copyMark = /(?:\(\d{1,3}\)|副本|copy)$/i
const lastSeparator = /[\s_-]$/
/** What separates the name from a number, an office or a word for the picture, as in 01-张三_证件照. */
const separators = /[\s_,、.+()[\]【】\-–—]+/
/** Words that follow the name without a separator. */
const pictureWord =
  /(?:律师|律師|(?:证件|工作|形象|职业|半身|个人|證件|職業|個人|[一二12]寸)?照片?|头像|頭像)$/

/** What the name of a file says about its person; `parts` are tried if nobody has the whole value. */
type Wanted = { by: MatchKind; value: string; parts: readonly string[] }

const nameIn = (text: string): Wanted => {
  const stem = text.replace(copyMark, '').trim().replace(lastSeparator, '')
  const parts = stem.split(separators).flatMap(part => [part, part.replace(pictureWord, '')])
  return { by: 'name', value: toName(stem), parts: [...new Set(parts.map(toName))].filter(Boolean) }
}

/** A number of a person where the name of the file has one, otherwise the name. */
const wantedIn = (given: string): Wanted => {
  const text = toHalfWidth(given)
  const [mobile] = mobilesIn(text)
  if (mobile) return { by: 'mobile', value: mobile, parts: [] }
  const licence = licencePattern.exec(text)?.[0]
  if (licence) return { by: 'licenseNumber', value: licence, parts: [] }
  return nameIn(text)
}

/** The cards of these people that the caller may edit. */
const cardsOf = async (context: Context, lawyerIds: readonly number[]) => {
  const scope = scopeOfCaller(context, 'card.edit')
  if (scope === null || lawyerIds.length === 0) return []
  return context.db
    .select({ id: cards.id, version: cards.version, lawyerId: cards.lawyerId })
    .from(cards)
    .where(and(visibleCards({ ...context, scope }), inArray(cards.lawyerId, lawyerIds)))
    .orderBy(asc(cards.id))
}

/** Finds the people of the caller's scope whom the names of files mean. */
export const matchNames: Handlers<typeof resource.calls>['matchNames'] = async ({ names }, context) => {
  const wanted = names.map(wantedIn)
  const columns = { mobile: lawyers.mobile, licenseNumber: lawyers.licenseNumber, name: lawyers.name }
  const conditions = Object.entries(columns).flatMap(([by, column]) => {
    const values = wanted.flatMap(it => (it.by === by && it.value !== '' ? [it.value, ...it.parts] : []))
    return values.length > 0 ? [inArray(column, values)] : []
  })
  if (conditions.length === 0) return wanted.map(({ by }) => ({ by, people: [] }))
  const rows = await context.db
    .select({
      ...columns,
      id: lawyers.id,
      version: lawyers.version,
      avatar: lawyers.avatar,
      officeName: offices.name,
    })
    .from(lawyers)
    .leftJoin(
      offices,
      and(eq(offices.firmId, lawyers.firmId), eq(offices.organizationId, lawyers.organizationId)),
    )
    .where(and(visibleLawyers(context), or(...conditions)))
    .orderBy(asc(lawyers.id))
  const editable = await cardsOf(
    context,
    rows.map(row => row.id),
  )
  const rowsOf = ({ by, value, parts }: Wanted) => {
    const whole = rows.filter(row => row[by] === value)
    return whole.length > 0 ? whole : rows.filter(row => parts.includes(row[by] ?? ''))
  }
  return wanted.map(it => ({
    by: it.by,
    people: rowsOf(it)
      .slice(0, 5)
      .map(({ id, name, version, avatar, officeName }) => ({
        id,
        name,
        version,
        officeName: officeName ?? '',
        hasPicture: avatar ? (1 as const) : (0 as const),
        cards: editable.flatMap(card =>
          card.lawyerId === id ? [{ id: card.id, version: card.version }] : [],
        ),
      })),
  }))
}
