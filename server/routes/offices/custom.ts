import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'

import { type Fields, select, toggle } from '../../../resources/kit/index.ts'
import { offices as resource } from '../../../resources/offices/index.ts'
import type { Context } from '../../context/context.ts'
import { firmConfigs, type LogDiff, offices } from '../../db/tables.ts'
import type { Handlers } from '../../context/handlers.ts'
import { invalid } from '../../context/apiError.ts'
import { scopeCondition } from '../../records/scope.ts'
import { diffOf, log } from '../../services/audit/audit.ts'
import { versionConflictError } from '../../records/versioned.ts'

// 个性化设置: the arrangement of the public list of offices. The order is an object of the firm's configuration
// with its own version; weight and visibility are columns of the offices.

type Calls = Handlers<typeof resource.calls>

const key = 'officeCustom'
const fields = {
  mode: select('排序方式', [
    [1, '按权重'],
    [2, '按拼音'],
    [3, '按地区'],
  ]),
  pinMain: toggle('总所置顶'),
  groupByCity: toggle('按城市分组'),
} satisfies Fields

type SortOrder = { mode: 1 | 2 | 3; pinMain: 0 | 1; groupByCity: 0 | 1 }
type OfficeItem = { organizationId: number; weight: number; showStatus: 0 | 1 }

const defaultOrder: SortOrder = { mode: 1, pinMain: 1, groupByCity: 0 }

const isSortOrder = ({ firmId }: Context) => and(eq(firmConfigs.firmId, firmId), eq(firmConfigs.key, key))!

const readSortOrder = async (context: Context) => {
  const [row] = await context.db.select().from(firmConfigs).where(isSortOrder(context))
  const sortOrder: SortOrder = { ...defaultOrder, ...row?.value }
  return { sortOrder, version: row?.version ?? 0, row }
}

const itemsOf = (context: Context) =>
  context.db
    .select({
      organizationId: offices.organizationId,
      name: offices.name,
      weight: offices.weight,
      showStatus: offices.showStatus,
    })
    .from(offices)
    .where(
      and(
        scopeCondition(context, { firm: offices.firmId, office: offices.organizationId }),
        isNull(offices.deletedAt),
      ),
    )
    .orderBy(desc(offices.weight), asc(offices.organizationId))

export const getOfficeOrder: Calls['custom'] = async (_, context) => {
  const { sortOrder, version } = await readSortOrder(context)
  return { ...sortOrder, items: await itemsOf(context), version }
}

/** The version is part of the condition, so that of two writers one is refused. */
const saveSortOrder = async (context: Context, value: SortOrder, version: number) => {
  const { db, firmId, now, caller } = context
  const row = { value, updatedAt: now, updatedByName: caller.name }
  const answer = { version: firmConfigs.version }
  const [saved] =
    version === 0
      ? await db
          .insert(firmConfigs)
          .values({ firmId, key, ...row })
          .onConflictDoNothing()
          .returning(answer)
      : await db
          .update(firmConfigs)
          .set({ ...row, version: version + 1 })
          .where(and(isSortOrder(context), eq(firmConfigs.version, version)))
          .returning(answer)
  if (saved) return saved.version
  const fresh = await readSortOrder(context)
  const current = { ...fresh.sortOrder, version: fresh.version }
  const { updatedAt = now, updatedByName = null } = fresh.row ?? {}
  throw versionConflictError(context, fields, { ...current, updatedAt, updatedByName }, value)
}

// Increments the version of the offices, because their open forms are outdated now.
const saveItems = ({ db, firmId, now, caller }: Context, items: readonly OfficeItem[]) =>
  db.execute(sql`
    update offices set weight = item.weight, show_status = item.show_status, version = version + 1,
      updated_at = ${now.toISOString()}, updated_by_name = ${caller.name}
    from unnest(${sql.param(items.map(it => it.organizationId))}::bigint[], ${sql.param(items.map(it => it.weight))}::int[],
      ${sql.param(items.map(it => it.showStatus))}::int[]) as item(id, weight, show_status)
    where offices.firm_id = ${firmId} and offices.organization_id = item.id`)

const itemDiff = (name: string, before: OfficeItem, after: OfficeItem): LogDiff =>
  diffOf({ weight: resource.fields.weight, showStatus: resource.fields.showStatus }, before, after).map(
    change => ({ ...change, label: `${name}${change.label}` }),
  )

export const updateCustom: Calls['updateCustom'] = async ({ items, version, ...sortOrder }, context) => {
  const officesById = new Map((await itemsOf(context)).map(office => [office.organizationId, office]))
  const ids = new Set(items.map(it => it.organizationId))
  if (ids.size < items.length || !items.every(item => officesById.has(item.organizationId)))
    throw invalid({ items: '律所重复或已不存在，请刷新后重试' })
  const before = await readSortOrder(context)
  const diffs = items.map(item => {
    const { name, ...old } = officesById.get(item.organizationId)!
    return { item: item, name, diff: itemDiff(name, old, item) }
  })
  const changed = diffs.filter(it => it.diff.length > 0)
  const diff = [...diffOf(fields, before.sortOrder, sortOrder), ...changed.flatMap(it => it.diff)]
  const isSame = diff.length === 0 && version === before.version
  const saved = isSame ? version : await saveSortOrder(context, sortOrder, version)
  if (changed.length > 0)
    await saveItems(
      context,
      changed.map(it => it.item),
    )
  await log(context, {
    module: 2,
    action: 'sort',
    summary: '修改律所个性化设置',
    diff,
  })
  const savedItems = diffs.map(({ item, name }) => ({
    ...officesById.get(item.organizationId)!,
    ...item,
    name,
  }))
  const otherItems = [...officesById.values()].filter(office => !ids.has(office.organizationId))
  return { ...sortOrder, items: [...savedItems, ...otherItems], version: saved }
}
