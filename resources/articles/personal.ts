import { defineResource, type Route, select, type Values } from '../kit/index.ts'
import { calls, personalOrders } from './calls.ts'
import { fields } from './fields.ts'
import { preview } from './preview.ts'

const personal = {
  ...fields,
  role: select('署名', [
    [1, '作者'],
    [2, '承办'],
    [3, '参与'],
  ]),
  isShow: select('个人主页', [
    [1, '展示', 'good'],
    [0, '隐藏', 'faint'],
  ]),
}
const { getUserList, userTop, userShow } = calls
type Row = Values<typeof personal>

/** Sends what is wanted, so that a double click does not undo itself. */
const marking = (it: Row, to: 0 | 1) => ({ articleId: it.articleId, lawyerId: it.lawyerId, to })

/** What a person is named in, and what his own page shows of it: for himself, and for his administrators. */
const personalList = <const N extends string>(name: N, views: { list?: Route; show: Route }) => ({
  ...defineResource({
    name,
    label: '内容',
    id: 'articleId',
    title: 'title',
    fields: personal,
    calls: { getUserList, userTop, userShow },
    crud: { list: 'getUserList' },
    views,
    list: ['title', 'kind', 'status', 'role', 'isShow', 'isTop', 'publishAt', 'readNum'],
    filters: ['kind'],
    sortable: personalOrders,
    // The mini-program's order: topped ones first.
    sort: { field: 'isTop', order: 'DESC' },
    actions: {
      show: {
        call: 'userShow',
        label: '展示',
        icon: 'show',
        on: ['row', 'bulk'],
        when: it => it.isShow === 0,
        input: it => marking(it, 1),
      },
      hide: {
        call: 'userShow',
        label: '隐藏',
        icon: 'hide',
        on: ['row', 'bulk'],
        when: it => it.isShow === 1,
        input: it => marking(it, 0),
      },
      top: {
        call: 'userTop',
        label: '置顶',
        icon: 'top',
        on: ['row', 'bulk'],
        when: it => it.isTop === 0,
        input: it => marking(it, 1),
      },
      untop: {
        call: 'userTop',
        label: '取消置顶',
        icon: 'top',
        on: ['row', 'bulk'],
        when: it => it.isTop === 1,
        input: it => marking(it, 0),
      },
    },
  }),
  name,
})

export const ownArticles = personalList('ownArticles', {
  list: {
    path: '/app/user/articles',
    title: '我的内容',
    roles: ['lawyer'],
    within: 'user.dashboard',
    page: 'ownArticles',
  },
  show: {
    path: '/app/user/articles/:id',
    title: '内容预览',
    roles: ['lawyer'],
    within: 'user.dashboard',
    page: 'articlePreview',
  },
})

/** Its list is a page of the person, in `resources/lawyers`. */
export const lawyerArticles = personalList('lawyerArticles', { show: preview })
