import { defineEntity, integer, type Route, select, showHideActions, pinUnpinActions } from '../kit/index.ts'
import { articleCalls } from './calls.ts'
import { articleFields } from './fields.ts'
import { preview } from './preview.ts'
import { recycledArticles } from './recycled.ts'

const personal = {
  ...articleFields,
  lawyerId: integer('律师编号'),
  role: select('署名', [
    [1, '作者'],
    [2, '承办'],
    [3, '参与'],
  ]),
  isShow: select('个人主页', [
    [1, '展示@state', 'good'],
    [0, '隐藏@state', 'faint'],
  ]),
}
const { getUserList, userTop, userShow } = articleCalls
/**
 * The articles that name a person, and which of them his own page shows. Used by himself and by his administrators.
 */
const personalList = <const N extends string>(
  name: N,
  views: { list?: Route; show: Route },
  exports: { who: 'lawyer' } | { feature: 'lawyer.list' },
) =>
  defineEntity({
    name,
    label: '内容',
    id: 'articleId',
    title: 'title',
    fields: personal,
    calls: { getUserList, userTop, userShow },
    crud: { list: 'getUserList' },
    logModule: 6,
    bin: recycledArticles.views.list,
    views,
    exports,
    list: ['title', 'kind', 'status', 'role', 'isShow', 'isTop', 'publishAt', 'readNum'],
    optionalColumns: ['isTop'],
    filters: ['kind'],
    // The order of the mini-program: pinned articles first.
    sort: { field: 'isTop', order: 'DESC' },
    actions: {
      ...showHideActions({
        call: 'userShow',
        ids: ['articleId', 'lawyerId'],
        field: 'isShow',
        parameter: 'to',
        labels: ['展示', '隐藏'],
      }),
      ...pinUnpinActions({
        call: 'userTop',
        ids: ['articleId', 'lawyerId'],
        field: 'isTop',
        parameter: 'to',
      }),
    },
  })

export const ownArticles = personalList(
  'ownArticles',
  {
    list: {
      path: '/app/user/articles',
      title: '我的内容',
      roles: ['lawyer'],
      parent: 'user.dashboard',
      page: 'ownArticles',
    },
    show: {
      path: '/app/user/articles/:id',
      title: '内容预览',
      roles: ['lawyer'],
      parent: 'user.dashboard',
      page: 'articlePreview',
    },
  },
  { who: 'lawyer' },
)

/** Its list is a page of the person, declared in `resources/lawyers`. */
export const lawyerArticles = personalList('lawyerArticles', { show: preview }, { feature: 'lawyer.list' })
