import { devicesAction, kickAction } from '../domain/devices.ts'
import { holdAction } from '../domain/hold.ts'
import { refusalReason } from '../domain/refusal.ts'
import { removeFactorAction } from '../domain/secondFactor.ts'
import { viewAction } from '../domain/views.ts'
import { type Action, mobile, reference, text, toggle, type RecordValues } from '../kit/index.ts'

import type { lawyerCalls } from './calls.ts'
import type { lawyerFields } from './fields.ts'
import { isPersonAction } from './transitions.ts'

type LawyerAction = Action<RecordValues<typeof lawyerFields> & { version: number }, keyof typeof lawyerCalls>

const reasonField = (label: string) => ({ reason: text(label, { min: 2, max: 200, isMultiline: true }) })

export const lawyerActions = {
  pass: {
    call: 'pass',
    label: '通过',
    on: ['row', 'bulk', 'detail'],
    isDelayed: true,
    when: it => isPersonAction('pass', it.status),
    input: it => ({ id: it.id, result: 1, version: it.version }),
  },
  refuse: {
    call: 'pass',
    label: '驳回',
    on: ['row', 'bulk', 'detail'],
    when: it => isPersonAction('refuse', it.status),
    ask: { reason: refusalReason('registration') },
    confirm: '申请人会看到驳回原因，可以修改后重新提交。',
    input: it => ({ id: it.id, result: 0, version: it.version }),
    isDanger: true,
  },
  enable: {
    call: 'update',
    needs: 'lawyer.status',
    label: '启用',
    on: ['row', 'detail'],
    when: it => isPersonAction('enable', it.status),
    ask: reasonField('启用原因'),
    input: it => ({ id: it.id, status: 1, version: it.version }),
  },
  disable: {
    call: 'update',
    needs: 'lawyer.status',
    label: '停用',
    on: ['row', 'bulk', 'detail'],
    when: it => isPersonAction('disable', it.status),
    ask: reasonField('停用原因'),
    undo: 'enable',
    confirm: '停用后该人员立即退出登录，名片同时隐藏。',
    input: it => ({ id: it.id, status: 3, version: it.version }),
    isDanger: true,
  },
  transfer: {
    call: 'update',
    needs: 'lawyer.transfer',
    label: '转所',
    on: ['row', 'detail'],
    // For an applicant, the office is corrected in the registration form instead.
    when: it => isPersonAction('requestTransfer', it.status),
    ask: { organizationId: reference('转入律所', 'offices'), ...reasonField('转所原因') },
    confirm: '名片随人转入，待审核的修改由转入律所审核；本人须重新登录，本人和双方管理员会收到站内信。',
    input: it => ({ id: it.id, version: it.version }),
  },
  requestTransfer: {
    call: 'requestTransfer',
    label: '申请转所',
    on: ['row', 'detail'],
    when: it => isPersonAction('requestTransfer', it.status),
    ask: { organizationId: reference('转入律所', 'offices'), ...reasonField('转所原因') },
    confirm: '由总所同意后转入；同意前该人员和名片不变，可以撤回。',
    input: it => ({ id: it.id }),
  },
  comeBack: {
    call: 'update',
    needs: 'lawyer.status',
    label: '恢复在所',
    on: ['row', 'detail'],
    when: it => isPersonAction('comeBack', it.status),
    ask: {
      restore: toggle('恢复展示', { hint: '重新展示办理离所时隐藏的名片和下架的内容；之后修改过的除外' }),
      ...reasonField('恢复原因'),
    },
    confirm: '恢复后可以登录。',
    input: it => ({ id: it.id, status: 1, version: it.version }),
  },
  resetPassword: {
    call: 'updatePassword',
    label: '重置密码',
    on: ['row', 'detail'],
    when: it => isPersonAction('resetPassword', it.status),
    confirm: '将生成新的初始密码，该人员须重新登录并修改密码。',
    input: it => ({ id: it.id }),
    shows: 'initialPassword',
  },
  showPassword: {
    call: 'showPassword',
    label: '显示初始密码',
    on: ['row', 'detail'],
    when: it => it.initialSms === 1 || it.initialSms === 2,
    confirm: '短信还没有送达，可以用其他方式告诉本人。查看会记入日志。',
    input: it => ({ id: it.id }),
    shows: 'initialPassword',
  },
  changeMobile: {
    call: 'updateMobile',
    label: '修改手机号',
    on: ['row', 'detail'],
    ask: { mobile: mobile('新手机号') },
    confirm: '手机号即登录账号，修改后该人员须重新登录。',
    input: it => ({ id: it.id }),
  },
  viewAs: {
    ...viewAction,
    when: it => it.status === 1,
    input: it => ({ id: it.id }),
  },
  devices: {
    ...devicesAction,
    when: it => it.status === 1,
    input: it => ({ id: it.id }),
  },
  kick: {
    ...kickAction,
    when: it => it.status === 1,
    input: it => ({ id: it.id }),
  },
  removeFactor: {
    ...removeFactorAction,
    when: it => it.secondFactor === 1,
    input: it => ({ id: it.id }),
  },
  remove: {
    call: 'remove',
    label: '移入回收站',
    on: ['row', 'bulk', 'detail'],
    confirm: '名片同时隐藏，30天内可以还原。',
    undo: 'recycled.restore',
    input: it => ({ id: it.id }),
    isDanger: true,
  },
  hold: { ...holdAction, call: 'hold', input: it => ({ id: it.id }) },
} as const satisfies Record<string, LawyerAction>
