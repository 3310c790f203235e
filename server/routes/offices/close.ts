import type { z } from 'zod'

import { offices as resource } from '../../../resources/offices/index.ts'
import { ApiError, invalid, notFound, wrongState } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { offices } from '../../db/tables.ts'
import { notifyOfficeClosed } from '../../notifications/offices.ts'
import { notifyTransferClosed } from '../../notifications/transfers.ts'
import { updateVersioned, versionConflictError } from '../../records/versioned.ts'
import { diffOf, log } from '../../services/audit/audit.ts'
import { createBatch } from '../../services/imports/batches.ts'
import {
  closeRequestsOfOffice,
  type ClosingOffice,
  moveAdmins,
  moveArticles,
  movePeople,
  officeContents,
} from '../../services/offices/closing.ts'
import { findOffice, isVisibleOffice, lockOffice, type StoredOffice } from './rows.ts'

type Calls = typeof resource.calls
type Input = z.output<Calls['close']['input']>
type Contents = Awaited<ReturnType<typeof officeContents>>

/** What moves together, with the field of its target and what the dialog calls it. */
const targets = [
  ['people', 'peopleTo', '请选择人员和名片转入的律所'],
  ['admins', 'adminsTo', '请选择管理员转入的律所'],
  ['articles', 'articlesTo', '请选择内容转入的律所'],
] as const
type Target = (typeof targets)[number][1]

/** Locks the office and its targets in ascending order, so that of two that close into each other one waits. */
const lockAll = async (context: Context, { organizationId, ...input }: Input) => {
  const ids = new Set([organizationId, ...targets.flatMap(([, name]) => input[name] ?? [])])
  const locked = new Map<number, StoredOffice>()
  for (const id of [...ids].toSorted((a, b) => a - b)) {
    const office = await lockOffice(context, id, id === organizationId ? 'update' : 'no key update')
    if (office) locked.set(id, office)
  }
  return locked
}

/** Every part that is not empty needs another, enabled office; a target for an empty part is ignored. */
const checkTargets = (
  { organizationId, ...input }: Input,
  contents: Contents,
  locked: ReadonlyMap<number, ClosingOffice>,
) => {
  const chosen: Partial<Record<Target, ClosingOffice>> = {}
  const errors: Partial<Record<Target, string>> = {}
  for (const [part, name, missing] of targets) {
    if (contents[part] === 0) continue
    const id = input[name]
    const office = id == null ? undefined : locked.get(id)
    if (id == null) errors[name] = missing
    else if (office?.status !== 1 || id === organizationId) errors[name] = '请选择另一家启用中的律所'
    else chosen[name] = office
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return chosen
}

/** Maximum number of records that one closing moves: their log rows are written in one transaction, in about 6 s. */
const closingLimit = 5_000

const refuseTooMany = ({ people, admins, articles }: Contents) => {
  if (people + admins + articles > closingLimit)
    throw new ApiError(
      '4091',
      `该律所有超过${closingLimit}条人员、管理员和内容，请先分批转出一部分，再关闭律所`,
    )
}

const nothing = { ids: [], entries: [], cards: 0 }

/** Moves what the office has, in the order in which rows are locked (services/lawyers/lock.ts). */
const moveContents = async (
  context: Context,
  from: ClosingOffice,
  { adminsTo, peopleTo, articlesTo }: Partial<Record<Target, ClosingOffice>>,
) => {
  const admins = adminsTo ? await moveAdmins(context, { from, to: adminsTo }) : nothing
  const people = peopleTo ? await movePeople(context, { from, to: peopleTo }) : nothing
  const requests = await closeRequestsOfOffice(context, from.organizationId)
  const articles = articlesTo ? await moveArticles(context, { from, to: articlesTo }) : nothing
  for (const request of requests) await notifyTransferClosed(context, request, 'officeClosed')
  if (peopleTo) await notifyOfficeClosed(context, { from, to: peopleTo, population: 2, ids: people.ids })
  if (adminsTo) await notifyOfficeClosed(context, { from, to: adminsTo, population: 1, ids: admins.ids })
  return {
    counts: {
      people: people.ids.length,
      admins: admins.ids.length,
      cards: people.cards,
      articles: articles.ids.length,
    },
    entries: [...admins.entries, ...people.entries, ...articles.entries],
  }
}

export const getOfficeContents: Handlers<Calls>['contents'] = async ({ organizationId }, context) => {
  await findOffice(context, organizationId)
  return officeContents(context, organizationId)
}

/** 关闭律所, in one transaction: either everything has moved and the office is closed, or nothing has changed. */
export const closeOffice: Handlers<Calls>['close'] = async (input, context) => {
  const { organizationId, version } = input
  const locked = await lockAll(context, input)
  const current = locked.get(organizationId)
  if (!current) throw notFound()
  const patch = { status: 0, showStatus: 0 } as const
  if (current.version !== version) throw versionConflictError(context, resource.fields, current, patch)
  if (current.isMain === 1) throw wrongState(current.status, [1], '总所不能关闭')
  const contents = await officeContents(context, organizationId)
  const isEmpty = Object.values(contents).every(count => count === 0)
  if (isEmpty && current.status === 0 && current.showStatus === 0)
    throw wrongState(current.status, [1], '该律所已关闭')
  const chosen = checkTargets(input, contents, locked)
  refuseTooMany(contents)
  const answer = await updateVersioned(context, offices, {
    where: isVisibleOffice(context, organizationId),
    current,
    version,
    patch,
    fields: resource.fields,
  })
  const { counts, entries } = await moveContents(context, current, chosen)
  const batchCount = entries.length + 1
  const batchId = await createBatch(context, 'closing', batchCount)
  await log(
    context,
    {
      module: 2,
      action: 'close',
      target: { type: 'offices', id: organizationId, name: current.name, organizationId },
      diff: diffOf(resource.fields, current, patch),
      summary: `关闭【${current.name}】，转出${counts.people}人、${counts.cards}张名片、${counts.admins}名管理员、${counts.articles}篇内容`,
      batchId,
      batchCount,
    },
    ...entries.map(entry => ({ ...entry, batchId, batchCount })),
  )
  return { ...answer, ...counts, batchId }
}
