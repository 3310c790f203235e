import { defineEntity } from '../kit/index.ts'

import { lawyerActions } from './actions.ts'
import { lawyerCalls } from './calls.ts'
import { exportedFields, lawyerFields } from './fields.ts'
import { recycled } from './recycled.ts'

export { applied, lawyerDraft, newLawyer, selfFields } from './fields.ts'

const parent = 'lawyer.list'

export const lawyers = defineEntity({
  name: 'lawyers',
  label: '人员',
  id: 'id',
  title: 'name',
  face: 'avatar',
  fields: lawyerFields,
  calls: lawyerCalls,
  crud: { list: 'pageList', one: 'lawyerInfo', update: 'update', remove: 'remove' },
  choices: 'pageList',
  bin: recycled.views.list,
  feature: 'lawyer.list',
  views: {
    list: {
      path: '/app/lawyer',
      title: '人员列表',
      roles: ['admin'],
      capability: 'lawyer.view',
      menu: 'lawyer.list',
    },
    edit: {
      path: '/app/lawyer/:id',
      title: '编辑人员',
      roles: ['admin'],
      capability: 'lawyer.edit',
      parent,
    },
  },
  importColumns: {
    name: /^(律师|人员|员工)?(姓名|名字|名称)$/,
    mobile: /^(手机|手机号|手机号码|移动电话|联系电话|电话|联系方式)$/,
    organizationId: /^(所属|所在)?(律所|分所|机构|办公室|律师事务所|单位)(名称)?$/,
    personType: /^(人员|用户|律师)?(类别|类型)$/,
    licenseNumber: /^(律师)?(执业|职业|律师)(证|证书)?(号|号码|证号|证书号)$/,
    email: /^(电子)?(邮箱|邮件)(地址)?$|^e-?mail$/i,
    team: /^(所属|所在)?(部门|团队|部门\/团队|业务部门)$/,
    entryDate: /^(入所|入职)(日期|时间)$/,
  },
  pages: {
    create: {
      path: '/app/lawyer/create',
      title: '创建账号',
      roles: ['admin'],
      capability: 'lawyer.create',
      menu: 'lawyer.create',
      page: 'lawyerCreate',
    },
    articles: {
      path: '/app/lawyer/:id/articles',
      title: '个人内容',
      roles: ['admin'],
      capability: 'article.user',
      parent,
      page: 'lawyerArticles',
    },
    leave: {
      path: '/app/lawyer/:id/leave',
      title: '办理离所',
      roles: ['admin'],
      capability: 'lawyer.leave',
      parent,
      page: 'lawyerLeave',
      when: it => it['status'] === 1 || it['status'] === 3,
    },
    account: {
      path: '/app/user/account/settings',
      title: '修改账户',
      // Administrators find their devices and their security question here, and nothing else of it.
      roles: ['lawyer', 'admin'],
      menu: 'user.account.settings',
      page: 'userAccount',
    },
    // Administrators have no other place to change their own.
    passwd: {
      path: '/app/user/account/passwd',
      title: '修改密码',
      roles: ['lawyer', 'admin'],
      menu: 'user.account.passwd',
      page: 'userPasswd',
    },
  },
  list: [
    'name',
    'status',
    'cardCn',
    'mobile',
    'organizationId',
    'personType',
    'cardEn',
    'team',
    'lastLoginAt',
    'mustChangePwd',
    'initialSms',
    'employeeNo',
    'source',
    'wxBound',
  ],
  listedOnDemand: ['mustChangePwd', 'initialSms', 'wxBound'],
  filters: [
    'organizationId',
    'personType',
    'cardCn',
    'entryDate',
    'source',
    'practiceType',
    'gender',
    'isRegisteredPartner',
    'cardEn',
    'similar',
    'missing',
  ],
  sort: { field: 'updatedAt', order: 'DESC' },
  exports: { who: 'lawyer.export', more: exportedFields },
  tabs: {
    field: 'status',
    call: 'lawyerNum',
    counts: { all: 'all', 0: 'pending', 1: 'normal', 2: 'rejected', 3: 'disabled', 4: 'left' },
  },
  form: {
    基本信息: ['name', 'nameEn', 'namePinyin', 'nameInitials', 'gender', 'avatar'],
    所属: ['organizationId', 'team', 'employeeNo', 'personType', 'entryDate', 'leaveDate'],
    联系方式: ['email'],
    执业: ['licenseNumber', 'practiceType', 'firstPractisedYear', 'isRegisteredPartner', 'assessments'],
    其他: ['remark'],
  },
  show: {
    基本信息: [
      'name',
      'nameEn',
      'gender',
      'mobile',
      'email',
      'organizationId',
      'team',
      'employeeNo',
      'personType',
    ],
    执业: [
      'licenseNumber',
      'practiceType',
      'firstPractisedYear',
      'isRegisteredPartner',
      'entryDate',
      'leaveDate',
    ],
    账号: [
      'status',
      'rejectReason',
      'source',
      'wxBound',
      'mustChangePwd',
      'initialSms',
      'lastLoginAt',
      'consentAt',
    ],
  },
  actions: lawyerActions,
})
