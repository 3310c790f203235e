import { defineEntity, integer, type Route, select, showing, topping } from '../kit/index.ts'
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
/** What a person is named in, and what his own page shows of it: for himself, and for his administrators. */
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
    bin: recycledArticles.views.list,
    views,
    exports,
    list: ['title', 'kind', 'status', 'role', 'isShow', 'isTop', 'publishAt', 'readNum'],
    listedOnDemand: ['isTop'],
    filters: ['kind'],
    // The mini-program's order: topped ones first.
    sort: { field: 'isTop', order: 'DESC' },
    actions: {
      ...showing({
        call: 'userShow',
        ids: ['articleId', 'lawyerId'],
        field: 'isShow',
        parameter: 'to',
        labels: ['展示', '隐藏'],
      }),
      ...topping({ call: 'userTop', ids: ['articleId', 'lawyerId'], field: 'isTop', parameter: 'to' }),
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

/** Its list is a page of the person, in `resources/lawyers`. */
export const lawyerArticles = personalList('lawyerArticles', { show: preview }, { feature: 'lawyer.list' })
