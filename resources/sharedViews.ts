import { z } from 'zod'

import { sharedViewFields } from './domain/sharedViewFields.ts'
import { deleteCall, emptyAnswer, flag, getCall, id, postCall, putCall, version } from './kit/index.ts'

const { name, organizationId } = sharedViewFields

/** Maximum length of a view's filters, order, columns and density, in characters of JSON. */
const maxContent = 8000

/** Maximum number of views that are shared for one list with one office. */
export const maxSharedViews = 50

const word = z.string().max(40)

const content = () =>
  z
    .strictObject({
      filter: z.record(word, z.unknown()),
      sort: z.strictObject({ field: word, order: z.enum(['ASC', 'DESC']) }),
      perPage: z.int().min(1).max(200),
      columns: z.strictObject({ order: z.array(word).max(100), hidden: z.array(word).max(100) }),
      density: z.enum(['comfortable', 'compact']),
    })
    .refine(it => JSON.stringify(it).length <= maxContent, '内容过长，请减少筛选条件')

const sharedView = () =>
  z.object({
    id: z.int(),
    name: z.string(),
    /** Name of the resource whose list it shows. */
    resource: z.string(),
    organizationId: z.int().nullable(),
    /** Name of the office; null if the view is shared with the whole firm. */
    officeName: z.string().nullable(),
    content: content(),
    createdByName: z.string().nullable(),
    isOwn: flag,
    /** 1 if the caller may rename, change and remove it. */
    mayEdit: flag,
    version: z.int(),
  })

const saved = z.object({ id: z.int(), version: z.int() })
/** Every list needs them, whatever the firm has switched off; the list itself has its own switch. */
const options = { isAddition: true, feature: null } as const

const calls = {
  /** The views of one list that are shared with the caller, and those that the caller shares. */
  list: getCall(
    '/view/shared',
    'view.share',
    () => z.strictObject({ resource: word }),
    () => z.array(sharedView()),
    options,
  ),
  share: postCall(
    '/view/shared',
    'view.share',
    () =>
      z.strictObject({
        resource: word,
        name: name.schema,
        organizationId: organizationId.schema,
        content: content(),
      }),
    () => saved,
    options,
  ),
  update: putCall(
    '/view/shared/{id}',
    'view.share',
    () => z.strictObject({ id, version, name: name.schema.optional(), content: content().optional() }),
    () => saved,
    options,
  ),
  remove: deleteCall(
    '/view/shared/{id}',
    'view.share',
    () => z.strictObject({ id }),
    () => emptyAnswer,
    options,
  ),
}

/** Shared views as a part of a configuration file, with their offices by name; `office` is null where all offices share it. */
export const sharedViewsFile = z.strictObject({
  views: z
    .array(
      z.strictObject({
        resource: word,
        office: z.string().max(200).nullable(),
        name: name.schema,
        content: content(),
      }),
    )
    .refine(
      views =>
        new Set(views.map(it => JSON.stringify([it.resource, it.office, it.name]))).size === views.length,
      '同一列表、同一律所的视图名称不能重复',
    ),
})

/** Views of lists that administrators share with an office or the whole firm. */
export const sharedViews = { name: 'sharedViews', calls }
