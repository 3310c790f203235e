import { eq } from 'drizzle-orm'
import type { z } from 'zod'

import type { Fields } from '../../../resources/kit/index.ts'
import type { firm } from '../../../resources/settings/firm.ts'
import { mpCard } from '../../../resources/settings/mpCard.ts'
import { mpIndex } from '../../../resources/settings/mpIndex.ts'
import { changesOf } from '../../../resources/domain/change.ts'
import type { LogAction } from '../../../resources/domain/logVocabulary.ts'
import { ApiError, notFound } from '../../context/apiError.ts'
import type { Context, PublicContext } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { scopeOfCaller } from '../../context/readable.ts'
import { configRevisions, firms } from '../../db/tables.ts'
import { versionConflictError } from '../../records/versioned.ts'
import { diffOf, log } from '../../services/audit/audit.ts'
import { recomputeCompleteness } from '../../services/cards/recomputeCompleteness.ts'
import { configRow, saveConfigRow } from '../../services/settings/configRows.ts'
import {
  type MiniProgram,
  miniProgramFields,
  miniProgramFrom,
  miniProgramSettings,
  publishedMiniProgram,
  revisionsOf,
  visibleParts,
} from '../../services/settings/miniProgram.ts'
import { miniProgramKey } from '../../services/settings/miniProgramKey.ts'
import { cleanInput } from '../../services/markup/sanitize.ts'

type Calls = Handlers<typeof firm.calls>
type Patch = z.output<(typeof firm.calls)['updateMpconf']['input']>

/** The state before the first publication, which can be restored too; publications count from 1. */
const initialVersion = 0

/** The number of publications that can be viewed and restored. */
const maxRevisions = 50

const fieldsOf: { index: Fields; card: Fields } = { index: mpIndex.fields, card: mpCard.fields }

export const diffBetween = (before: MiniProgram, after: MiniProgram) => [
  ...diffOf(fieldsOf.index, before.index, after.index),
  ...diffOf(fieldsOf.card, before.card, after.card),
]

const readWorkingCopy = async ({ db, firmId }: PublicContext) => {
  const { value, ...row } = await configRow(db, firmId, miniProgramKey)
  return { ...row, pages: miniProgramFrom(value) }
}

/** The pages for an editor: the working copy or the published version. */
const editorAnswer = async (context: PublicContext, isDraft: boolean) => {
  const { db, firmId } = context
  const { pages, version } = await readWorkingCopy(context)
  const { index, card, revision } = await publishedMiniProgram(db, firmId)
  return {
    ...(isDraft ? pages : { index, card }),
    version,
    isDraft: diffBetween({ index, card }, pages).length > 0 ? (1 as const) : (0 as const),
    publishedAt: revision?.createdAt.toISOString() ?? null,
    publishedBy: revision?.createdByName ?? null,
    settings: await miniProgramSettings(db, firmId),
  }
}

/** Visitors get nothing of the working copy, not even its version. */
const visitorAnswer = async ({ db, firmId, now }: PublicContext) => {
  const { revision, ...pages } = await publishedMiniProgram(db, firmId)
  return {
    ...visibleParts(pages, now),
    version: revision?.version ?? 0,
    settings: await miniProgramSettings(db, firmId),
  }
}

const mpconf: Calls['mpconf'] = async ({ draft }: { draft?: 0 | 1 | undefined }, context: PublicContext) => {
  const isEditor = scopeOfCaller(context, 'conf.view') !== null
  if (draft === 1 && !isEditor) throw new ApiError(context.caller ? '4030' : '4003')
  return isEditor ? editorAnswer(context, draft === 1) : visitorAnswer(context)
}

const conflictWith = (
  context: Context,
  current: Awaited<ReturnType<typeof readWorkingCopy>>,
  patch: object,
) =>
  versionConflictError(
    context,
    miniProgramFields,
    { ...current.pages.index, ...current.pages.card, ...current },
    patch,
  )

type PagesChange = {
  version: number
  pages: MiniProgram
  action: LogAction
  publishes?: 'publish' | 'restore'
}

/** Saves the pages, publishes them if requested, and logs the differences. */
const savePages = async (context: Context, { version, pages, action, publishes }: PagesChange) => {
  const { db, firmId, now, caller } = context
  const before = await readWorkingCopy(context)
  if (before.version !== version) throw conflictWith(context, before, { ...pages.index, ...pages.card })
  const publishedVersion = await publishedMiniProgram(db, firmId)
  const isNewPublication =
    publishes !== undefined && (diffBetween(publishedVersion, pages).length > 0 || !publishedVersion.isChosen)
  const diff = diffBetween(publishes ? publishedVersion : before.pages, pages)
  if (diff.length === 0 && !isNewPublication) return
  const saved = await saveConfigRow(context, miniProgramKey, pages, version)
  if (!saved) throw conflictWith(context, await readWorkingCopy(context), { ...pages.index, ...pages.card })
  if (publishes) {
    await db.insert(configRevisions).values({
      firmId,
      key: miniProgramKey,
      version: saved.version,
      kind: publishes,
      value: pages,
      createdAt: now,
      createdByName: caller.name,
    })
    await recomputeCompleteness(
      context,
      publishedVersion.card.completenessWeights,
      pages.card.completenessWeights,
    )
  }
  const target = { type: miniProgramKey, id: firmId, name: '小程序配置', organizationId: null }
  await log(context, { module: 10, action, target, diff })
}

const mergePages = async ({ pages }: { pages: MiniProgram }, { index, card }: Patch): Promise<MiniProgram> =>
  miniProgramFrom({
    index: { ...pages.index, ...(index && (await cleanInput(fieldsOf.index, index))) },
    card: { ...pages.card, ...(card && (await cleanInput(fieldsOf.card, card))) },
  })

export const updateMpconf = async (input: Patch, context: Context) => {
  const pages = await mergePages(await readWorkingCopy(context), input)
  const { version, draft } = input
  await savePages(context, {
    version,
    pages,
    ...(draft === 1 ? { action: 'config' } : { action: 'publish', publishes: 'publish' }),
  })
  return editorAnswer(context, true)
}

const mpRevisions: Calls['mpRevisions'] = async (_: object, { db, firmId }: Context) => {
  const rows = await revisionsOf(db, firmId, maxRevisions + 1)
  const pages = rows.map(row => miniProgramFrom(row.value))
  const changes = (before: MiniProgram, after: MiniProgram) =>
    changesOf(miniProgramFields, diffBetween(before, after))
  const original = miniProgramFrom({})
  const publications = rows.slice(0, maxRevisions).map(({ version, createdAt, createdByName, kind }, at) => ({
    version,
    at: createdAt.toISOString(),
    by: createdByName,
    kind,
    diff: changes(pages[at + 1] ?? original, pages[at]!),
    fromNow: changes(pages[0]!, pages[at]!),
  }))
  if (rows.length > maxRevisions) return publications
  const [firm] = await db.select({ createdAt: firms.createdAt }).from(firms).where(eq(firms.firmId, firmId))
  const initial = {
    version: initialVersion,
    at: firm!.createdAt.toISOString(),
    by: null,
    kind: 'original' as const,
    diff: [],
    fromNow: changes(pages[0] ?? original, original),
  }
  return [...publications, initial]
}

const restoreMpconf: Calls['restoreMpconf'] = async (
  { to, version }: { to: number; version: number },
  context: Context,
) => {
  const rows = await revisionsOf(context.db, context.firmId, maxRevisions)
  const row = rows.find(it => it.version === to)
  if (!row && to !== initialVersion) throw notFound()
  const pages = miniProgramFrom(row?.value)
  await savePages(context, { version, pages, action: 'restore', publishes: 'restore' })
  return editorAnswer(context, true)
}

export const miniProgramHandlers = { mpconf, updateMpconf, mpRevisions, restoreMpconf }
