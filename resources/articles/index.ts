import { contentFeature } from '../domain/contentKinds.ts'
import type { Referable } from '../domain/referable.ts'
import { defineEntity, optional, type PageRoute, type Route, reference } from '../kit/index.ts'
import { articleActions } from './actions.ts'
import { articleCalls } from './calls.ts'
import { type ContentField, articleFields } from './fields.ts'
import { preview } from './preview.ts'
import { recycledArticles } from './recycled.ts'

export { articleContentFields, type ContentField } from './fields.ts'
export { submissionErrors } from './rules.ts'

type Kind = (typeof articleFields.kind.options)[number][0]

/**
 * The addresses are the same for all four kinds (specification, section 2); `?kind=` or the record tells the kind.
 */
const create: Route = {
  path: '/app/cms/add',
  title: '新增内容',
  roles: ['admin'],
  capability: 'article.create',
  parent: 'cms',
  page: 'articleAdd',
}
const edit: Route = {
  path: '/app/cms/:id',
  title: '编辑内容',
  roles: ['admin'],
  capability: 'article.edit',
  parent: 'cms',
  page: 'articleEdit',
}

const headFields: readonly ContentField[] = ['title', 'typeId', 'language', 'cover', 'summary']
const bodyFields: readonly ContentField[] = ['contentMode', 'content', 'linkUrl', 'sourceType', 'sourceName']
const peopleFields: readonly ContentField[] = ['organizationId', 'lawyerIds', 'professional']
const publicationFields: readonly ContentField[] = ['publishAt', 'expireAt', 'sort']

/** Properties in which the kinds differ. */
type Differences<N extends string> = {
  name: N
  kind: Kind
  label: string
  /** The resource with the categories of this kind. */
  types: Referable
  /** Path of its list. */
  path: `/app/cms/${string}`
  menu: Extract<Route['menu'], `cms.${string}`>
  columns: readonly (keyof typeof articleFields)[]
  form: Record<string, readonly ContentField[]>
  pages?: { official: PageRoute<'official'> }
}

const tabs = {
  field: 'status',
  call: 'getArticleNum',
  counts: {
    all: 'all',
    0: 'draft',
    1: 'pending',
    2: 'published',
    3: 'refused',
    4: 'offline',
    5: 'scheduled',
  },
} as const

const filters = [
  'typeId',
  'organizationId',
  'lawyerId',
  'publishAt',
  'professionalId',
  'language',
  'sourceType',
  'isTop',
] as const

const articlesOf = <const N extends string>(differences: Differences<N>) => {
  const { name, kind, label, types, path, menu, columns, form, pages = {} } = differences
  return defineEntity({
    name,
    label,
    id: 'articleId',
    title: 'title',
    fields: { ...articleFields, typeId: optional(reference('分类', types)) },
    calls: articleCalls,
    fixed: { kind },
    crud: { list: 'getList', one: 'one', create: 'add', update: 'update', remove: 'remove' },
    bin: recycledArticles.views.list,
    isInPalette: true,
    feature: contentFeature,
    logModule: 6,
    views: {
      list: { path, title: label, roles: ['admin'], capability: 'article.view', menu },
      create,
      edit,
      show: preview,
    },
    pages,
    list: [
      'title',
      'status',
      'revisionStatus',
      'isTop',
      'publishAt',
      'typeId',
      ...columns,
      'readNum',
      'organizationId',
      'updatedAt',
      'updatedBy',
      'submittedAt',
    ],
    optionalColumns: [
      'isTop',
      'revisionStatus',
      'submittedAt',
      ...columns.filter(column => column === 'sourceType'),
    ],
    filters,
    sort: { field: 'updatedAt', order: 'DESC' },
    bulkEdit: ['typeId'],
    // The list call is public because the mini-program uses it too; the export needs a right.
    exports: { who: 'article.view' },
    tabs,
    initial: { kind, language: 'CN', contentMode: 1, sourceType: 1, sort: 0 },
    form,
    actions: articleActions,
  })
}

export const trends = articlesOf({
  name: 'trends',
  kind: 1,
  label: '工作动态',
  types: 'trendTypes',
  path: '/app/cms/trend',
  menu: 'cms.trend',
  columns: [],
  form: { 动态: headFields, 正文: bodyFields, 归属: peopleFields, 发布: publicationFields },
})

/** The calls of all four kinds are declared under this name. */
export const articles = articlesOf({
  name: 'articles',
  kind: 2,
  label: '原创文章',
  types: 'articleTypes',
  path: '/app/cms/article',
  menu: 'cms.article',
  columns: ['lawyerIds', 'sourceType'],
  form: { 文章: headFields, 正文: bodyFields, 作者: peopleFields, 发布: publicationFields },
  pages: {
    official: {
      path: '/app/cms/official',
      title: '公众号文章',
      roles: ['admin'],
      capability: 'article.create',
      parent: 'cms.article',
      page: 'officialArticles',
      requires: 'official',
      isOnList: true,
    },
  },
})

export const cases = articlesOf({
  name: 'cases',
  kind: 3,
  label: '典型案例',
  types: 'caseTypes',
  path: '/app/cms/case',
  menu: 'cms.case',
  columns: ['lawyerIds', 'professional'],
  form: {
    案例: headFields,
    案情: ['caseInfo', 'parties'],
    正文: bodyFields,
    承办: peopleFields,
    发布: publicationFields,
  },
})

export const videos = articlesOf({
  name: 'videos',
  kind: 4,
  label: '视频',
  types: 'videoTypes',
  path: '/app/cms/video',
  menu: 'cms.video',
  columns: ['duration', 'lawyerIds'],
  form: {
    视频: [...headFields, 'videoType', 'videoUrl', 'videoCover', 'duration', 'finderUserName', 'feedId'],
    介绍: bodyFields,
    归属: peopleFields,
    发布: publicationFields,
  },
})

/** The resource of each kind, by its number on the wire. */
export const articleKinds = { 1: trends, 2: articles, 3: cases, 4: videos } as const

/** The resource of a kind; the first kind (工作动态) if a back-end does not say which. */
export const articleResourceOfKind = (kind: keyof typeof articleKinds | null) => articleKinds[kind ?? 1]
