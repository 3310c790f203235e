import { and, asc, desc, eq, isNull, ne, sql } from 'drizzle-orm'

import { contactFields, officeErrors, offices as resource } from '../../../resources/offices/index.ts'
import { foldForSearch } from '../../../resources/kit/index.ts'
import type { Context } from '../../context/context.ts'
import { createdColumns } from '../../context/actor.ts'
import { writeAdditionalFields } from '../../db/additionalFields.ts'
import { offices } from '../../db/tables.ts'
import type { Handlers } from '../../context/handlers.ts'
import { listOf } from '../../records/list.ts'
import { recordReader } from '../../records/page.ts'
import { refuseMissingAdditions } from '../../services/directory/missingReferences.ts'
import { ApiError, invalid, notFound } from '../../context/apiError.ts'
import { sameText } from '../../records/search.ts'
import { changedFields } from '../../services/audit/changedFields.ts'
import { diffOf, log, logWithChange } from '../../services/audit/audit.ts'
import { placeHold } from '../../services/holds/placeHold.ts'
import { enabledOffices } from '../../services/offices/enabled.ts'
import { officeKeys } from '../../services/directory/nameKeys.ts'
import { areaNameOf, officePlaceOf } from '../../services/directory/areas.ts'
import { cleanInput } from '../../services/markup/sanitize.ts'
import { updateVersioned } from '../../records/versioned.ts'
import { officeCounts } from './columns.ts'
import { readCardTemplate, saveCardTemplate } from './cardTemplate.ts'
import { closeOffice, getOfficeContents } from './close.ts'
import { getOfficeOrder, updateCustom } from './custom.ts'
import { findOffice, isVisibleOffice, lockOffice, type StoredOffice, visibleOffices } from './rows.ts'
import { setOfficeStatus } from './status.ts'

type Patch = Partial<StoredOffice>

/** Replaces the code of the area, which the query selects, by its name. */
const withArea = <R extends { areaName: string | null }>(row: R): R => ({
  ...row,
  areaName: row.areaName && areaNameOf(row.areaName),
})
const computedColumns = ({ firmId }: Context) => ({
  ...officeCounts(firmId),
  areaName: sql<string>`${offices.districtCode}`,
})

const list = listOf(resource.calls.pageList, {
  table: offices,
  key: offices.organizationId,
  visibleWhere: visibleOffices,
  search: offices.search,
  order: [desc(offices.isMain), desc(offices.weight)],
  columns: computedColumns,
  sorts: ({ firmId }) => ({ ...officeCounts(firmId), name: offices.nameSort }),
  conditions: {},
  shown: withArea,
})

const readOffice = recordReader(resource.calls.firmOrganizationInfo.output, offices, computedColumns)

/**
 * A firm has one main office and unique office names; checked here to name the field before the unique index
 * refuses.
 */
const checkUnique = async (
  { db, firmId }: Context,
  input: { name?: string; isMain?: 0 | 1 },
  exceptId = 0,
) => {
  const rows = await db
    .select({ name: offices.name, isMain: offices.isMain })
    .from(offices)
    .where(
      and(
        eq(offices.firmId, firmId),
        isNull(offices.deletedAt),
        ne(offices.organizationId, exceptId),
        sql`(${sameText(offices.name, input.name ?? '')} or ${offices.isMain} = 1 and ${input.isMain ?? 0} = 1)`,
      ),
    )
  if (rows.some(it => foldForSearch(it.name) === foldForSearch(input.name ?? '')))
    throw invalid({ name: '该律所名称已存在' })
  if (rows.length > 0) throw invalid({ isMain: '本所已有总所，请选择分所' })
}

const areaColumns = (districtCode: string) => {
  const place = officePlaceOf(districtCode)
  if (!place) throw invalid({ districtCode: '请选择到区县' })
  return place
}

const officeTarget = (row: { organizationId: number; name: string }) => ({
  type: 'offices',
  id: row.organizationId,
  name: row.name,
  organizationId: row.organizationId,
})

/** The log shows the area's name instead of its three codes. */
const withAreaName = (row: Patch) => {
  const { provinceCode: _p, cityCode: _c, districtCode, ...rest } = row
  return { ...rest, ...(districtCode && { areaName: areaNameOf(districtCode) }) }
}

const checkChange = ({ caller }: Context, current: StoredOffice, patch: Patch) => {
  if ('isMain' in patch) throw invalid({ isMain: '机构类型不能修改' })
  if ('status' in patch) throw invalid({ status: '请使用“启用”或“停用”修改状态' })
  const isContact = (name: string) => contactFields.some(it => it === name)
  if (!Object.keys(patch).every(isContact) && !caller.capabilities.has('office.edit'))
    throw new ApiError('4030', '只能修改联系方式、图片和介绍', { need: 'office.edit', scope: 'own-office' })
  const errors = officeErrors({ ...current, ...patch })
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

export const officeHandlers: Handlers<typeof resource.calls> = {
  pageList: list.listing,

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
      .where(enabledOffices(firmId))
      .orderBy(
        desc(offices.isMain),
        desc(offices.weight),
        asc(offices.nameSort),
        asc(offices.organizationId),
      ),

  firmOrganizationInfo: async ({ organizationId }, context) =>
    withArea(await readOffice(context, isVisibleOffice(context, organizationId))),

  add: async (input, context) => {
    await checkUnique(context, input)
    await refuseMissingAdditions(context, resource.fields, input)
    const values = { ...(await cleanInput(resource.fields, input)), ...areaColumns(input.districtCode) }
    const [row] = await context.db
      .insert(offices)
      .values({ ...values, ...officeKeys(input), ...createdColumns(context) })
      .returning({ organizationId: offices.organizationId, name: offices.name, version: offices.version })
    await writeAdditionalFields(context, offices, row!, values)
    const diff = diffOf(resource.fields, {}, withAreaName(values))
    await log(context, { module: 2, action: 'create', target: officeTarget(row!), diff })
    return { organizationId: row!.organizationId, version: row!.version }
  },

  // Province and city are derived from the district.
  update: async ({ organizationId, version, provinceCode: _p, cityCode: _c, ...input }, context) => {
    const current = await findOffice(context, organizationId)
    const requestedPatch: Patch = {
      ...(await cleanInput(resource.fields, input)),
      ...(input.districtCode && areaColumns(input.districtCode)),
    }
    const patch = changedFields(current, requestedPatch)
    checkChange(context, current, patch)
    if (patch.name) await checkUnique(context, { name: patch.name }, organizationId)
    const diff = diffOf(resource.fields, withAreaName(current), withAreaName(patch))
    const answer = await updateVersioned(context, offices, {
      where: isVisibleOffice(context, organizationId),
      current,
      version,
      patch: { ...patch, ...(Object.keys(patch).length > 0 && officeKeys({ ...current, ...patch })) },
      fields: resource.fields,
      logged: () =>
        logWithChange(context, { module: 2, action: 'update', target: officeTarget(current), diff }),
    })
    return { organizationId, ...answer }
  },

  hold: async ({ organizationId, ...input }, context) => {
    const office = await lockOffice(context, organizationId, 'no key update')
    if (!office) throw notFound()
    return placeHold(context, officeTarget(office), 'offices', input)
  },
  custom: getOfficeOrder,
  updateCustom,
  status: setOfficeStatus,
  cardTemplate: readCardTemplate,
  saveCardTemplate,
  contents: getOfficeContents,
  close: closeOffice,
}
