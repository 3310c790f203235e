import { defineSetting, integer, multiSelect, optional, select, strings, text, toggle } from '../kit/index.ts'
import { systemSetting, settingRoute } from './settingRoute.ts'

const searchable = [
  ['name', '姓名'],
  ['pinyin', '拼音'],
  ['organization', '律所'],
  ['city', '城市'],
  ['profession', '领域'],
  ['position', '职位'],
  ['language', '语言'],
  ['licence', '执业证号'],
  ['mobile', '手机号'],
] as const

const fields = {
  enabled: toggle('启用搜索'),
  who: select('可搜索的人', [
    [1, '所有人'],
    [2, '登录用户'],
    [3, '仅本所'],
  ]),
  fields: multiSelect('可搜索字段', searchable),
  filters: optional(multiSelect('可用筛选', searchable)),
  hotWords: optional(strings('热门搜索', text('热词', { max: 10 }), { max: 10 })),
  showCount: toggle('显示人数'),
  emptyTip: optional(text('无结果提示', { max: 40 })),
  hideLanguage: toggle('隐藏英文名片'),
  rateLimit: integer('每分钟搜索上限', { min: 1, max: 1000 }),
}

/** 搜索权限 (docs/domain.md §6.8). */
export const searchSet = defineSetting({
  ...systemSetting,
  name: 'searchSet',
  label: '搜索权限',
  path: '/firmConf/searchSet',
  route: settingRoute('setting.cardSearch', '/app/setting/card-search'),
  fields,
  form: {
    搜索: ['enabled', 'who', 'fields', 'filters', 'rateLimit'],
    页面: ['hotWords', 'showCount', 'hideLanguage', 'emptyTip'],
  },
  initial: {
    enabled: 1,
    who: 1,
    fields: ['name', 'pinyin', 'organization', 'city', 'profession', 'position'],
    showCount: 1,
    hideLanguage: 0,
    rateLimit: 30,
  },
})
