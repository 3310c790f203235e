import { refusalReason } from '../domain/refusal.ts'
import { defineEntity, showHideActions, text, pinUnpinActions } from '../kit/index.ts'

import { cardCalls } from './calls.ts'
import { allCardFields } from './fields.ts'
import { recycledCards } from './recycled.ts'
import { answeredCardState, isCardAction } from './transitions.ts'

export {
  cardContent,
  type CardContent,
  type CardField,
  cardFields,
  concealable,
  defaultVisibility,
} from './content.ts'
export { posterStyles } from './output.ts'
export { contentErrors, type Policy } from './rules.ts'

const parent = 'card.list'

export const cards = defineEntity({
  name: 'cards',
  label: '名片',
  id: 'id',
  title: 'name',
  avatarField: 'avatar',
  fields: allCardFields,
  calls: cardCalls,
  crud: { list: 'pageList', one: 'cardInfo', create: 'createCard', update: 'update' },
  bin: recycledCards.views.list,
  isInPalette: true,
  feature: ['card.list', 'user.dashboard'],
  logModule: 5,
  views: {
    list: {
      path: '/app/card',
      title: '名片列表',
      roles: ['admin'],
      capability: 'card.view',
      menu: 'card.list',
    },
    create: {
      path: '/app/card/create',
      title: '新建名片',
      roles: ['admin'],
      capability: 'card.create',
      menu: 'card.create',
      page: 'cardCreate',
    },
    edit: {
      path: '/app/card/edit/:id',
      title: '编辑名片',
      roles: ['admin'],
      capability: 'card.edit',
      parent,
      page: 'cardEdit',
    },
    show: {
      path: '/app/card/detail/:id',
      title: '名片详情',
      roles: ['admin'],
      capability: 'card.view',
      parent,
      page: 'cardDetail',
    },
  },
  pages: {
    dashboard: {
      path: '/app/user/dashboard',
      title: '我的名片',
      roles: ['lawyer'],
      menu: 'user.dashboard',
      page: 'userDashboard',
    },
    mine: {
      path: '/app/user/card',
      title: '名片信息',
      roles: ['lawyer'],
      parent: 'user.dashboard',
      page: 'userCard',
    },
  },
  list: [
    'name',
    'auditStatus',
    'publishState',
    'isTop',
    'language',
    'workPosition',
    'organizationId',
    'updatedAt',
    'completeness',
    'showStatus',
    'professions',
    'weight',
    'submittedAt',
  ],
  optionalColumns: ['isTop', 'weight'],
  filters: [
    'organizationId',
    'language',
    'professionId',
    'showStatus',
    'isTop',
    'postId',
    'officialId',
    'completenessMax',
  ],
  sort: { field: 'updatedAt', order: 'DESC' },
  bulkEdit: ['workPosition', 'professions', 'team', 'showStatus'],
  tabs: {
    field: 'auditStatus',
    call: 'cardNum',
    counts: { all: 'all', 0: 'draft', 1: 'pending', 2: 'passed', 3: 'rejected' },
  },
  initial: { showStatus: 1, weight: 0, isTop: 0 },
  form: {
    基本信息: ['name', 'avatar', 'workPosition', 'titles', 'team', 'licenseNumber', 'slogan'],
    联系方式: ['mobile', 'phone', 'email', 'wechatNo', 'wechatQr', 'fax', 'addressOverride', 'visibility'],
    '专业@section': ['professions', 'industries', 'workingLanguages', 'admissions'],
    简介: ['intro', 'video', 'cover'],
    经历: ['education', 'work', 'social'],
    成果: ['honours', 'publications', 'cases', 'clients'],
  },
  show: {
    状态: ['auditStatus', 'auditReason', 'publishState', 'changedFields', 'completeness'],
    时间: ['submittedAt', 'auditedAt', 'auditedBy', 'publishedAt', 'confirmedAt', 'updatedAt', 'updatedBy'],
    展示: ['showStatus', 'isTop', 'weight', 'codeKey'],
  },
  actions: {
    approve: {
      call: 'adminAuditCard',
      label: '通过',
      on: ['row', 'bulk', 'detail'],
      when: it => isCardAction('approve', answeredCardState(it)),
      input: it => ({ id: it.id, auditStatus: 2, version: it.version }),
    },
    reject: {
      call: 'adminAuditCard',
      label: '驳回',
      on: ['row', 'bulk', 'detail'],
      when: it => isCardAction('reject', answeredCardState(it)),
      ask: { reason: refusalReason('card') },
      confirm: '律师会看到驳回原因，修改后可重新提交。',
      input: it => ({ id: it.id, auditStatus: 3, version: it.version }),
      isDanger: true,
    },
    submit: {
      call: 'submitAudit',
      label: '提交审核',
      on: ['detail'],
      when: it => isCardAction('submit', answeredCardState(it)),
      input: it => ({ id: it.id, version: it.version }),
    },
    withdraw: {
      call: 'submitAudit',
      label: '撤回',
      on: ['detail'],
      when: it => isCardAction('withdraw', answeredCardState(it)),
      confirm: '撤回后可继续修改，修改完成请重新提交。',
      input: it => ({ id: it.id, version: it.version, withdraw: 1 }),
    },
    ...showHideActions({
      call: 'update',
      ids: ['id'],
      field: 'showStatus',
      needs: 'card.display',
      on: ['row', 'bulk', 'detail'],
      confirm: '隐藏后，小程序不再显示该名片。',
    }),
    ...pinUnpinActions({ call: 'update', ids: ['id'], field: 'isTop', needs: 'card.display' }),
    outputs: {
      call: 'outputs',
      label: '导出名片物料',
      on: ['list'],
      dialog: 'download',
      ask: { reason: text('导出原因', { min: 2, max: 200, isMultiline: true, hint: '将写入重要日志' }) },
      confirm:
        '每位律师一个文件夹，含名片码、电子名片、海报和打印页；只含已发布并展示的名片，一次最多500张。',
      input: () => ({}),
    },
    remove: {
      call: 'delete',
      label: '删除',
      on: ['row', 'bulk', 'detail'],
      confirm: '名片移入回收站，30天内可以还原。',
      undo: 'recycledCards.restore',
      input: it => ({ ids: [it.id] }),
      isDanger: true,
    },
  },
})
