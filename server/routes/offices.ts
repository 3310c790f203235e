import { and, asc, desc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'

import { contactFields, officeFaults, offices as resource } from '../../resources/offices/index.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { offices } from '../db/tables.ts'
import type { Handlers } from '../implement.ts'
import { countUpTo, offsetOf, ordering, pageAnswer, searching } from '../page.ts'
import { invalid, missing, Refusal } from '../refusal.ts'
import { within } from '../scope.ts'
import { searchText } from '../searchText.ts'
import { diffOf, log } from '../services/audit.ts'
import { pinyinOf } from '../services/pinyin.ts'
import { areaNameOf, placeOf } from '../services/places.ts'
import { cleanDraft } from '../services/sanitize.ts'
import { created, updateVersioned } from '../versioned.ts'
import { columns, rowColumns, sortColumns } from './officesColumns.ts'
import { custom, updateCustom } from './officesCustom.ts'
import { status } from './officesStatus.ts'

const reach = (context: Context) =>
  and(within(context, { firm: offices.firmId, office: offices.organizationId }), isNull(offices.deletedAt))!

const withArea = <R extends { districtCode: string }>(row: R) => ({
  ...row,
  areaName: areaNameOf(row.districtCode),
})

/** One main office, and no two names alike; said at the field before the index says it. */
const checkUnique = async ({ db, firmId }: Context, draft: { name?: string; isMain?: 0 | 1 }, except = 0) => {
  const rows = await db
    .select({ name: offices.name, isMain: offices.isMain })
    .from(offices)
    .where(
      and(
        eq(offices.firmId, firmId),
        isNull(offices.deletedAt),
        ne(offices.organizationId, except),
        sql`(${offices.name} = ${draft.name ?? null} or ${offices.isMain} = 1 and ${draft.isMain ?? 0} = 1)`,
      ),
    )
  if (rows.some(it => it.name === draft.name)) throw invalid({ name: '该律所名称已存在' })
  if (rows.length > 0) throw invalid({ isMain: '本所已有总所,请选择分所' })
}

type Texts = { name: string; shortName?: string | null; address: string }

const found = ({ name, shortName, address }: Texts) => {
  const { full, initials } = pinyinOf(name)
  return { namePinyin: full, search: searchText(name, shortName, full, initials, address) }
}

const placed = (districtCode: string) => {
  const place = placeOf(districtCode)
  if (!place) throw invalid({ districtCode: '请选择到区县' })
  return place
}

const target = (row: { organizationId: number; name: string }) => ({
  type: 'offices',
  id: row.organizationId,
  name: row.name,
  organizationId: row.organizationId,
})

/** An area is logged by its name; its three codes say nothing to a reader. */
const readable = <R extends { districtCode?: string }>(row: R) => {
  const {
    provinceCode: _p,
    cityCode: _c,
    districtCode,
    ...rest
  } = row as R & {
    provinceCode?: unknown
    cityCode?: unknown
  }
  return { ...rest, ...(districtCode && { areaName: areaNameOf(districtCode) }) }
}

const find = async (db: Db, where: SQL) => {
  const [row] = await db.select().from(offices).where(where)
  if (!row) throw missing()
  return row
}

type Row = typeof offices.$inferSelect
type Patch = Partial<Row>

/** The fields that a change really changes: a form sends all, and rights are asked for what differs. */
const differing = (current: Row, patch: Patch): Patch =>
  Object.fromEntries(
    Object.entries(patch).filter(
      ([name, value]) => JSON.stringify(value ?? null) !== JSON.stringify(current[name as keyof Row] ?? null),
    ),
  )

const checkChange = ({ caller }: Context, current: Row, patch: Patch) => {
  if ('isMain' in patch) throw invalid({ isMain: '机构类型不能修改' })
  if ('status' in patch) throw invalid({ status: '请使用“启用”或“停用”修改状态' })
  const isContact = (name: string) => contactFields.some(it => it === name)
  if (!Object.keys(patch).every(isContact) && !caller.capabilities.has('office.edit'))
    throw new Refusal('4030', '只能修改联系方式、图片和介绍', { need: 'office.edit', scope: 'own-office' })
  const faults = officeFaults({ ...current, ...patch })
  if (Object.keys(faults).length > 0) throw invalid(faults)
}

export const officeHandlers: Handlers<typeof resource.calls> = {
  pageList: async (query, context) => {
    const { keyword, ids, isMain, provinceCode, cityCode, districtCode, showStatus, status } = query
    const where = and(
      reach(context),
      searching(offices.search, keyword),
      ids && inArray(offices.organizationId, ids),
      isMain !== undefined ? eq(offices.isMain, isMain) : undefined,
      provinceCode ? eq(offices.provinceCode, provinceCode) : undefined,
      cityCode ? eq(offices.cityCode, cityCode) : undefined,
      districtCode ? eq(offices.districtCode, districtCode) : undefined,
      showStatus !== undefined ? eq(offices.showStatus, showStatus) : undefined,
      status !== undefined ? eq(offices.status, status) : undefined,
    )
    const byDefault = [desc(offices.isMain), desc(offices.weight)]
    const records = await context.db
      .select(rowColumns)
      .from(offices)
      .where(where)
      .orderBy(...ordering(query, sortColumns, byDefault, offices.organizationId))
      .limit(query.pageSize)
      .offset(offsetOf(query))
    const total = await countUpTo(context.db, sql`from ${offices} where ${where}`)
    return pageAnswer(records.map(withArea), total, query)
  },

  validList: (_, { db, firmId }) =>
    db
      .select({
        organizationId: offices.organizationId,
        name: offices.name,
        shortName: offices.shortName,
        isMain: offices.isMain,
        cityCode: offices.cityCode,
      })
      .from(offices)
      .where(and(eq(offices.firmId, firmId), eq(offices.status, 1), isNull(offices.deletedAt)))
      .orderBy(
        desc(offices.isMain),
        desc(offices.weight),
        asc(offices.namePinyin),
        asc(offices.organizationId),
      ),

  firmOrganizationInfo: async ({ organizationId }, context) => {
    const [row] = await context.db
      .select(columns)
      .from(offices)
      .where(and(reach(context), eq(offices.organizationId, organizationId)))
    if (!row) throw missing()
    return withArea(row)
  },

  add: async (draft, context) => {
    await checkUnique(context, draft)
    const values = { ...cleanDraft(resource.fields, draft), ...placed(draft.districtCode) }
    const [row] = await context.db
      .insert(offices)
      .values({ ...values, ...found(draft), ...created(context) })
      .returning({ organizationId: offices.organizationId, name: offices.name, version: offices.version })
    const diff = diffOf(resource.fields, {}, readable(values))
    await log(context, { module: 2, action: 'create', target: target(row!), diff })
    return { organizationId: row!.organizationId, version: row!.version }
  },

  // Province and city follow from the district.
  update: async ({ organizationId, version, provinceCode: _p, cityCode: _c, ...draft }, context) => {
    const where = and(reach(context), eq(offices.organizationId, organizationId))!
    const current = await find(context.db, where)
    const wanted: Patch = {
      ...cleanDraft(resource.fields, draft),
      ...(draft.districtCode && placed(draft.districtCode)),
    }
    const patch = differing(current, wanted)
    checkChange(context, current, patch)
    if (patch.name) await checkUnique(context, { name: patch.name }, organizationId)
    const answer = await updateVersioned(context, offices, {
      where,
      current,
      version,
      patch: { ...patch, ...found({ ...current, ...patch }) },
      fields: resource.fields,
    })
    const diff = diffOf(resource.fields, readable(current), readable(patch))
    await log(context, { module: 2, action: 'update', target: target(current), diff })
    return { organizationId, ...answer }
  },

  custom,
  updateCustom,
  status,
}
