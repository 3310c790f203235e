import { and, asc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'

import { entities } from '../../../resources/entities.ts'
import type { sharedViewsFile } from '../../../resources/sharedViews.ts'
import { keysOf } from '../../../resources/kit/objects.ts'
import { isSame } from '../../../resources/domain/sameness.ts'
import { ApiError, invalid, ValidationError } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { offices, sharedViews } from '../../db/tables.ts'
import { describeContent } from './described.ts'
import { mayEdit, share, update, visible } from './handlers.ts'

// The shared views as one part of a configuration file. A view is found again by its list, its office and its name, which are unique
// together; one that a file does not name stays as it is.

type File = z.output<typeof sharedViewsFile>
type View = File['views'][number]

const rowsOf = (context: Context) =>
  context.db
    .select({
      id: sharedViews.id,
      resource: sharedViews.resource,
      organizationId: sharedViews.organizationId,
      office: offices.name,
      name: sharedViews.name,
      content: sharedViews.content,
      createdBy: sharedViews.createdBy,
      version: sharedViews.version,
    })
    .from(sharedViews)
    .leftJoin(
      offices,
      and(eq(offices.firmId, sharedViews.firmId), eq(offices.organizationId, sharedViews.organizationId)),
    )
    .where(visible(context))
    .orderBy(asc(sharedViews.resource), sql`${sharedViews.organizationId} nulls first`, asc(sharedViews.name))

const isSameView = (one: Omit<View, 'content'>, other: Omit<View, 'content'>) =>
  one.resource === other.resource && one.office === other.office && one.name === other.name

/** The views that the caller sees. Each change of one of them, and each new one, makes another version. */
export const readSharedViews = async (context: Context) => {
  const rows = await rowsOf(context)
  const views: File['views'] = rows.map(({ resource, office, name, content }) => ({
    resource,
    office,
    name,
    content,
  }))
  return { value: { views }, version: rows.reduce((sum, { id, version }) => sum + id * 1000 + version, 0) }
}

const contentLabels = {
  filter: '筛选',
  sort: '排序',
  perPage: '每页',
  columns: '列',
  density: '行距',
} as const

/** The differences of the views that a file names, each part of a view for itself, in the words of its list. */
export const sharedViewsDiff = (before: File, after: File) =>
  after.views.flatMap(view => {
    const former = before.views.find(it => isSameView(it, view))
    const list = entities.find(it => it.name === view.resource)?.label ?? view.resource
    const { name, office, resource } = view
    const was = former && describeContent(resource, former.content)
    const becomes = describeContent(resource, view.content)
    return keysOf(contentLabels)
      .filter(part => (former ? !isSame(former.content[part], view.content[part]) : becomes[part] !== ''))
      .map(part => ({
        field: `${resource}.${name}.${part}`,
        label: `${list}【${name}】（${office ?? '全部律所'}）：${contentLabels[part]}`,
        before: was?.[part] ?? '',
        after: becomes[part],
        isWorded: 1 as const,
      }))
  })

/** Shares a view of a file, or changes the one that is there; refusals name the view, since a file has no fields. */
const applyView = async (
  context: Context,
  view: View,
  row: Awaited<ReturnType<typeof rowsOf>>[number] | undefined,
  organizationId: number | null,
) => {
  const { resource, name, content } = view
  try {
    if (row) await update({ id: row.id, version: row.version, content }, context)
    else await share({ resource, name, organizationId, content }, context)
  } catch (error) {
    // An office that was removed, or one which the caller does not administrate.
    if (error instanceof ApiError && error.code === '4040')
      throw invalid({ content: `共享视图【${name}】不能共享给${view.office}，请从文件中去掉它` })
    if (!(error instanceof ValidationError)) throw error
    throw invalid({ content: `共享视图【${name}】：${Object.values(error.errors)[0]}` })
  }
}

/** Shares the views of the file that are missing and changes the others, as their author or a main administrator may. */
export const applySharedViews = async (context: Context, { views }: File) => {
  const rows = await rowsOf(context)
  const known = await context.db
    .select({ organizationId: offices.organizationId, name: offices.name })
    .from(offices)
    .where(eq(offices.firmId, context.firmId))
  const unknown = views.flatMap(({ office }) =>
    office === null || known.some(it => it.name === office) ? [] : [office],
  )
  if (unknown.length > 0) throw invalid({ content: `配置文件不正确：没有名为${unknown.join('、')}的律所` })
  for (const view of views) {
    const row = rows.find(it => isSameView(it, view))
    if (row && isSame(row.content, view.content)) continue
    if (row && !mayEdit(context, row))
      throw invalid({ content: `共享视图【${view.name}】只能由其作者或主管理员修改，请从文件中去掉它` })
    const office = known.find(it => it.name === view.office)
    await applyView(context, view, row, office?.organizationId ?? null)
  }
}
