import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'

import { isBlank, isSame } from '../../../resources/domain/sameness.ts'
import type { offices as resource } from '../../../resources/offices/index.ts'
import { type CardTemplate, cardTemplateFields } from '../../../resources/domain/officeTemplate.ts'
import { keysOf } from '../../../resources/kit/objects.ts'
import { ApiError, invalid, notFound } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { offices } from '../../db/tables.ts'
import { versionConflictError } from '../../records/versioned.ts'
import { diffOf, log } from '../../services/audit/audit.ts'
import { endMarksOf } from '../../services/cards/misfits.ts'
import { cleanInput } from '../../services/markup/sanitize.ts'
import {
  cardPageFrom,
  publishedPage,
  templateFrom,
  templateValues,
} from '../../services/offices/cardTemplate.ts'
import { findOffice, lockOffice, type StoredOffice } from './rows.ts'

// 名片模板 of an office. It has a version of its own, so that saving it does not outdate an open form of the office.

type Calls = typeof resource.calls
type Input = z.output<Calls['saveCardTemplate']['input']>

const publishedCardPage = async ({ db, firmId }: Context) => {
  const { rows } = await db.execute<{ page: unknown }>(sql`select ${publishedPage(firmId)} as page`)
  return cardPageFrom(rows[0]!.page)
}
type CardPage = Awaited<ReturnType<typeof publishedCardPage>>

const answerOf = (office: StoredOffice, page: CardPage) => ({
  ...templateValues(office),
  name: office.name,
  version: office.cardTemplate?.version ?? 0,
  isAllowed: page.officeTemplates === 1 ? (1 as const) : (0 as const),
  firm: page,
})

export const readCardTemplate: Handlers<Calls>['cardTemplate'] = async ({ organizationId }, context) =>
  answerOf(await findOffice(context, organizationId), await publishedCardPage(context))

/** An office may only tighten: a level below the firm's is refused with its field. */
const refuseLooser = ({ policy: firm }: CardPage, { policy }: Pick<CardTemplate, 'policy'>) => {
  const firmLevels: Readonly<Record<string, number | undefined>> = firm
  const looser = Object.entries(policy ?? {}).filter(
    ([name, level]) => level != null && level < (firmLevels[name] ?? 1),
  )
  if (looser.length > 0)
    throw invalid(Object.fromEntries(looser.map(([name]) => [`policy.${name}`, '律所的设置更严，不能放宽'])))
}

/** A part without values is the firm's, like one that is absent. */
const withoutBlanks = (template: CardTemplate): CardTemplate =>
  templateFrom(Object.fromEntries(Object.entries(template).filter(([, value]) => !isBlank(value))))

/** The saved values and version as the loser of a race sees them. */
const conflictWith = (context: Context, { cardTemplate, ...office }: StoredOffice, patch: object) =>
  versionConflictError(
    context,
    cardTemplateFields,
    {
      ...templateValues({ cardTemplate }),
      version: cardTemplate?.version ?? 0,
      updatedAt: cardTemplate ? new Date(cardTemplate.updatedAt) : office.updatedAt,
      updatedByName: cardTemplate ? cardTemplate.updatedBy : office.updatedByName,
    },
    patch,
  )

/** Writes the template if its version is the given one; for the page, and for a file of the configuration. */
export const writeCardTemplate = async (
  context: Context,
  { organizationId, version, ...input }: Input,
  /** Whether it may be saved while the firm lets no office have a template. */
  { mayBeIgnored = false } = {},
) => {
  const { db, firmId, now, caller } = context
  const page = await publishedCardPage(context)
  const office = await lockOffice(context, organizationId, 'no key update')
  if (!office) throw notFound()
  const before = templateValues(office)
  const patch = await cleanInput(cardTemplateFields, input)
  if ((office.cardTemplate?.version ?? 0) !== version) throw conflictWith(context, office, patch)
  const values = withoutBlanks({ ...before, ...patch })
  if (keysOf(cardTemplateFields).every(name => isSame(before[name], values[name])))
    return answerOf(office, page)
  if (page.officeTemplates !== 1 && !mayBeIgnored)
    throw new ApiError('4091', '律所没有开启分所名片模板，请联系总所管理员')
  refuseLooser(page, values)
  const cardTemplate = {
    values,
    version: version + 1,
    updatedAt: now.toISOString(),
    updatedBy: caller.name,
  }
  await db
    .update(offices)
    .set({ cardTemplate })
    .where(and(eq(offices.firmId, firmId), eq(offices.organizationId, organizationId)))
  await endMarksOf(context, organizationId, { office: office.name, values })
  await log(context, {
    module: 2,
    action: 'config',
    target: { type: 'offices', id: organizationId, name: office.name, organizationId },
    summary: `修改【${office.name}】的名片模板`,
    diff: diffOf(cardTemplateFields, before, values),
  })
  return answerOf({ ...office, cardTemplate }, page)
}

export const saveCardTemplate: Handlers<Calls>['saveCardTemplate'] = (input, context) =>
  writeCardTemplate(context, input)
