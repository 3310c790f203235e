import { contentFeature } from '../domain/contentKinds.ts'
import type { Referable } from '../domain/referable.ts'
import { defineEntity, optional, type Route, reference } from '../kit/index.ts'
import { articleActions } from './actions.ts'
import { articleCalls } from './calls.ts'
import { type ContentField, articleFields } from './fields.ts'
import { preview } from './preview.ts'
import { recycledArticles } from './recycled.ts'

export { contentFields, type ContentField } from './fields.ts'
export { submissionErrors } from './rules.ts'

type Kind = (typeof articleFields.kind.options)[number][0]

/** One address for all four kinds (specification, section 2): `?kind=`, or the record, says which. */
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

const about: readonly ContentField[] = ['title', 'typeId', 'language', 'cover', 'summary']
const body: readonly ContentField[] = ['contentMode', 'content', 'linkUrl', 'sourceType', 'sourceName']
const people: readonly ContentField[] = ['organizationId', 'lawyerIds', 'professional']
const moments: readonly ContentField[] = ['publishAt', 'expireAt', 'sort']

/** What distinguishes a kind; everything else is the same for all four. */
type Differences<N extends string> = {
  name: N
  kind: Kind
  label: string
  /** The resource that offers this kind's categories. */
  types: Referable
  /** Its page in the list of contents. */
  path: `/app/cms/${string}`
  menu: Extract<Route['menu'], `cms.${string}`>
  columns: readonly (keyof typeof articleFields)[]
  form: Record<string, readonly ContentField[]>
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

const articlesOf = <const N extends string>(differences: Differences<N>) => {
  const { name, kind, label, types, path, menu, columns, form } = differences
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
    views: {
      list: { path, title: label, roles: ['admin'], capability: 'article.view', menu },
      create,
      edit,
      show: preview,
    },
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
    listedOnDemand: [
      'isTop',
      'revisionStatus',
      'submittedAt',
      ...columns.filter(column => column === 'sourceType'),
    ],
    filters: [
      'typeId',
      'organizationId',
      'lawyerId',
      'publishAt',
      'professionalId',
      'language',
      'sourceType',
      'isTop',
    ],
    sort: { field: 'updatedAt', order: 'DESC' },
    // The list itself is the mini-program's too.
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
  form: { 动态: about, 正文: body, 归属: people, 发布: moments },
})

/** Also the name under which the calls of all four are declared. */
export const articles = articlesOf({
  name: 'articles',
  kind: 2,
  label: '原创文章',
  types: 'articleTypes',
  path: '/app/cms/article',
  menu: 'cms.article',
  columns: ['lawyerIds', 'sourceType'],
  form: { 文章: about, 正文: body, 作者: people, 发布: moments },
})

export const cases = articlesOf({
  name: 'cases',
  kind: 3,
  label: '典型案例',
  types: 'caseTypes',
  path: '/app/cms/case',
  menu: 'cms.case',
  columns: ['lawyerIds', 'professional'],
  form: { 案例: about, 案情: ['caseInfo'], 正文: body, 承办: people, 发布: moments },
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
    视频: [...about, 'videoType', 'videoUrl', 'videoCover', 'duration', 'finderUserName', 'feedId'],
    介绍: body,
    归属: people,
    发布: moments,
  },
})

/** Each kind's resource, by the number it has on the wire. */
export const articleKinds = { 1: trends, 2: articles, 3: cases, 4: videos } as const

/** A work update where a back-end does not say what it is. */
export const ofKind = (kind: keyof typeof articleKinds | null) => articleKinds[kind ?? 1]
