import { defineSetting, rows, select } from '../kit/index.ts'
import { operationSetting, settingRoute } from './settingRoute.ts'

const fields = {
  rules: rows(
    '排序规则',
    {
      by: select('依据', [
        ['top', '置顶'],
        ['weight', '权重'],
        ['post', '职级'],
        ['pinyin', '姓名拼音'],
        ['stroke', '姓名笔画'],
        ['practiceYear', '执业年限'],
        ['entryDate', '入所时间'],
        ['updated', '最近更新'],
        ['random', '每日随机'],
      ]),
      order: select('方向', [
        ['asc', '升序'],
        ['desc', '降序'],
      ]),
    },
    { max: 4 },
  ),
  groupBy: select('分组', [
    [0, '不分组'],
    [1, '按分所'],
    [2, '按职位'],
    [3, '按领域'],
    [4, '按字母'],
  ]),
  officeOrder: select('分所顺序', [
    [1, '按权重'],
    [2, '按拼音'],
  ]),
  articleOrder: select('文章顺序', [
    ['publishAt', '置顶与发布时间'],
    ['sort', '排序值'],
  ]),
}

/** 排序方式 (docs/domain.md §6.5). */
export const sortSet = defineSetting({
  ...operationSetting,
  name: 'sortSet',
  label: '排序方式',
  path: '/firmConf/sortSet',
  route: settingRoute('conf.cardSort', '/app/conf/card-sort-way'),
  isProposable: true,
  fields,
  form: { 律师: ['rules', 'groupBy'], 分所与文章: ['officeOrder', 'articleOrder'] },
  initial: {
    rules: [
      { by: 'top', order: 'desc' },
      { by: 'post', order: 'asc' },
      { by: 'weight', order: 'desc' },
      { by: 'pinyin', order: 'asc' },
    ],
    groupBy: 0,
    officeOrder: 1,
    articleOrder: 'publishAt',
  },
})
