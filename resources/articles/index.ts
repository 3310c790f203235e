import { defineResource, optional, type Route, reference, text } from '../kit/index.ts'
import { calls, sortable } from './calls.ts'
import { type ContentField, fields } from './fields.ts'
import { preview } from './preview.ts'

export { contentFields, type ContentField } from './fields.ts'
export { submissionFaults } from './rules.ts'

type Kind = (typeof fields.kind.options)[number][0]

/** One address for all four kinds (specification, section 2): `?kind=`, or the record, says which. */
const create: Route = {
  path: '/app/cms/add',
  title: '新增内容',
  roles: ['admin'],
  capability: 'article.create',
  within: 'cms',
  page: 'articleAdd',
}
const edit: Route = {
  path: '/app/cms/:id',
  title: '编辑内容',
  roles: ['admin'],
  capability: 'article.edit',
  within: 'cms',
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
  types: string
  /** Its page in the list of contents. */
  path: `/app/cms/${string}`
  menu: Extract<Route['menu'], `cms.${string}`>
  columns: readonly (keyof typeof fields)[]
  form: Record<string, readonly ContentField[]>
}

const articlesOf = <const N extends string>(differences: Differences<N>) => {
  const { name, kind, label, types, path, menu, columns, form } = differences
  return {
    ...defineResource({
      name,
      label,
      id: 'articleId',
      title: 'title',
      fields: { ...fields, typeId: reference('分类', types) },
      calls,
      fixed: { kind },
      crud: { list: 'getList', one: 'one', create: 'add', update: 'update', remove: 'remove' },
      feature: 'cms',
      views: {
        list: { path, title: label, roles: ['admin'], capability: 'article.view', menu },
        create,
        edit,
        show: preview,
      },
      list: [
        'title',
        'typeId',
        ...columns,
        'organizationId',
        'status',
        'revisionStatus',
        'publishAt',
        'isTop',
        'readNum',
        'updatedAt',
        'updatedBy',
      ],
      filters: [
        'typeId',
        'organizationId',
        'lawyerId',
        'professionalId',
        'language',
        'sourceType',
        'isTop',
        'from',
        'to',
      ],
      sortable,
      sort: { field: 'updatedAt', order: 'DESC' },
      tabs: {
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
      },
      initial: { kind, language: 'CN', contentMode: 1, sourceType: 1, sort: 0 },
      form,
      actions: {
        pass: {
          call: 'pass',
          label: '通过',
          icon: 'check',
          on: ['row', 'bulk', 'detail'],
          when: it => it.status === 1 || it.revisionStatus === 1,
          input: it => ({ articleId: it.articleId }),
        },
        refuse: {
          call: 'refuse',
          label: '拒绝',
          icon: 'close',
          on: ['row', 'bulk', 'detail'],
          when: it => it.status === 1 || it.revisionStatus === 1,
          ask: { reason: text('拒绝原因', { min: 2, max: 200, isMultiline: true }) },
          confirm: '作者会看到拒绝原因,修改后可重新提交。',
          input: it => ({ articleId: it.articleId }),
          isDanger: true,
        },
        submit: {
          call: 'update',
          label: '提交',
          icon: 'send',
          on: ['row', 'bulk', 'detail'],
          when: it => [0, 3, 4].includes(it.status) || it.revisionStatus === 0 || it.revisionStatus === 3,
          confirm: '有审核权限时直接发布,否则提交审核;设有未来的发布时间则到时自动发布。',
          input: it => ({ articleId: it.articleId, submit: 1, version: it.version }),
        },
        withdraw: {
          call: 'update',
          label: '撤回',
          icon: 'restore',
          on: ['row', 'bulk', 'detail'],
          when: it => it.status === 1 || it.status === 5 || it.revisionStatus === 1,
          confirm: '撤回后成为草稿,修改完成请重新提交。',
          input: it => ({ articleId: it.articleId, submit: 0, version: it.version }),
        },
        top: {
          call: 'top',
          label: '置顶',
          icon: 'top',
          on: ['row', 'bulk', 'detail'],
          when: it => it.status === 2 && it.isTop === 0,
          input: it => ({ articleId: it.articleId, to: 1 }),
        },
        untop: {
          call: 'top',
          label: '取消置顶',
          icon: 'top',
          on: ['row', 'bulk', 'detail'],
          when: it => it.isTop === 1,
          input: it => ({ articleId: it.articleId, to: 0 }),
        },
        offline: {
          call: 'offline',
          label: '下架',
          icon: 'hide',
          on: ['row', 'bulk', 'detail'],
          when: it => it.status === 2,
          ask: { reason: optional(text('下架原因', { min: 2, max: 200, isMultiline: true })) },
          confirm: '下架后,小程序不再显示,作者会收到通知。',
          input: it => ({ articleId: it.articleId }),
          isDanger: true,
        },
        discard: {
          call: 'discard',
          label: '放弃修改',
          icon: 'restore',
          on: ['row', 'detail'],
          when: it => it.status === 2 && it.revisionStatus !== null,
          confirm: '未发布的修改将被放弃,已发布的内容不变。放弃的内容仍可在历史版本中恢复。',
          input: it => ({ articleId: it.articleId, version: it.version }),
          isDanger: true,
        },
        remove: {
          call: 'remove',
          label: '删除',
          icon: 'delete',
          on: ['row', 'bulk', 'detail'],
          when: it => it.status === 0 || it.status === 4,
          confirm: '内容移入回收站,30天内可以还原。',
          input: it => ({ articleId: it.articleId }),
          isDanger: true,
        },
      },
    }),
    name,
  }
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
