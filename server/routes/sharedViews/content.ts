import { z } from 'zod'

import { entities } from '../../../resources/entities.ts'
import { isBlank } from '../../../resources/domain/sameness.ts'
import type { AnyEntity } from '../../../resources/kit/index.ts'
import type { sharedViews } from '../../../resources/sharedViews.ts'
import { invalid } from '../../context/apiError.ts'

export type SharedContent = NonNullable<z.output<(typeof sharedViews.calls)['update']['input']>['content']>

/** Parameters of every list that are no filters. */
const pageParameters = ['pageNum', 'pageSize', 'sortField', 'sortOrder', 'ids']

/** The entity whose list a view shows; throws if there is none. */
const listedEntity = (name: string): AnyEntity => {
  const entity = entities.find(it => it.name === name)
  if (!entity || entity.crud.list === undefined) throw invalid({ resource: '没有这个列表' })
  return entity
}

/** Whether a filter accepts the value. A value from an address may be a number in text form, or the reverse. */
const isAccepted = (schema: z.ZodType | undefined, value: unknown) =>
  schema !== undefined &&
  (isBlank(value) || [value, String(value), Number(value)].some(it => schema.safeParse(it).success))

/** Throws unless the list has the filters, the order and the columns that the view names. */
export const checkContent = (resource: string, { filter, sort, columns }: SharedContent) => {
  const { calls, crud, fields, list, sortable } = listedEntity(resource)
  const { input } = calls[crud.list!]!
  if (!(input instanceof z.ZodObject)) throw new Error(`The list of ${resource} takes no object`)
  const { shape }: { shape: Record<string, z.ZodType> } = input
  const isWrong = Object.entries(filter).some(
    ([name, value]) =>
      !Object.hasOwn(shape, name) || pageParameters.includes(name) || !isAccepted(shape[name], value),
  )
  if (isWrong) throw invalid({ content: '筛选条件不正确，请清除后重新设置' })
  if (!sortable.includes(sort.field) && !Object.hasOwn(fields, sort.field))
    throw invalid({ content: '该列表不能按此列排序' })
  if ([...columns.order, ...columns.hidden].some(name => !list.includes(name)))
    throw invalid({ content: '该列表没有所选的列，请重新设置列' })
}
