import { extendEntity } from '../domain/additionalFields.ts'
import { defineEntity } from '../kit/index.ts'

import { lawyerActions } from './actions.ts'
import { lawyerCalls } from './calls.ts'
import { exportedFields, lawyerFields } from './fields.ts'
import { recycledLawyers } from './recycled.ts'

export { correctableFields, lawyerDraft, newLawyer, selfFields } from './fields.ts'

const parent = 'lawyer.list'

const declared = defineEntity({
  name: 'lawyers',
  label: '人员',
  id: 'id',
  title: 'name',
  avatarField: 'avatar',
  fields: lawyerFields,
  calls: lawyerCalls,
  crud: { list: 'pageList', one: 'lawyerInfo', update: 'update', remove: 'remove' },
  choices: 'pageList',
  bin: recycledLawyers.views.list,
  isInPalette: true,
  feature: 'lawyer.list',
  logModule: 4,
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
    show: {
      path: '/app/lawyer/:id/show',
      title: '人员详情',
      roles: ['admin'],
      capability: 'lawyer.view',
      parent,
      page: 'lawyerDetail',
    },
  },
  importColumns: {
    name: /^(律师|人员|员工|职工|从业人员|成员|本人|中文|真实)?(姓名|名字|名称)$|^(full|chinese|staff|employee)?name$/i,
    mobile:
      /^(完整|联系|联络|本人|个人|律师|移动|工作|常用|登录|绑定|注册){0,3}(手机|手机号|手机号码|手机号码?\/电话|手机电话|(移动|行动|流动|手提)电话(号码)?|电话|电话号码|联系方式)$|^(mobile|cell|phone|telephone|mobilephone|cellphone)(no\.?|number)?$/i,
    organizationId:
      /^(所属|所在|执业|工作|任职|归属)?(律所|分所|机构|办公室|律师事务所|事务所|单位|执业机构|工作单位|办公地点)(名称|全称)?$|^(law)?(office|firm|branch)$/i,
    personType:
      /^(人员|用户|律师|员工|身份)?(类别|类型|性质|分类|身份|身份类别)$|^(执业|岗位|用工)(类别|类型|性质)$/,
    licenseNumber:
      /^(律师)?(执业|职业|律师|执业律师)(许可)?(证|证书|证件)?(号|号码|编号|证号|证书号)$|^(律师)?执业(证|证书)$|^(practi[cs]ing)?(licen[cs]e|certificate)(no\.?|number)$/i,
    email:
      /^(电子|工作|公司|单位|企业|办公|个人|常用|联系){0,3}(邮箱|信箱|邮件|邮箱地址|邮件地址|邮箱账号)$|^电邮(地址)?$|^e-?mail(地址|address)?$/i,
    team: /^(所属|所在|所内|业务|工作)?(部门|团队|部门\/团队|业务部门|专业部门|部门名称|团队名称)$|^(department|dept\.?|team)$/i,
    entryDate:
      /^(入所|入职|到职|报到|进所|到所|来所|到岗|加入|入所入职)(日|日期|时间|年月日)$|^(dateof|date)?(joining|entry|hire)(date)?$|^(start|join)date$/i,
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
    photos: {
      path: '/app/lawyer/photos',
      title: '批量上传照片',
      roles: ['admin'],
      capability: 'lawyer.edit',
      parent: 'lawyer.list',
      page: 'lawyerPhotos',
      isOnList: true,
      requires: 'matchNames',
    },
    directory: {
      path: '/app/lawyer/directory',
      title: '通讯录同步',
      roles: ['admin'],
      capability: 'directory.sync',
      parent: 'lawyer.list',
      page: 'directory',
      isOnList: true,
      requires: 'directory',
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
      isDanger: true,
      when: it => it['status'] === 1 || it['status'] === 3,
    },
    account: {
      path: '/app/user/account/settings',
      title: '修改账户',
      // Administrators also use this page, but only for their devices and their security question.
      roles: ['lawyer', 'admin'],
      menu: 'user.account.settings',
      page: 'userAccount',
    },
    // Administrators also use this page, since there is no other for their own password.
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
    'secondFactor',
    'employeeNo',
    'source',
    'wxBound',
  ],
  optionalColumns: ['cardEn', 'mustChangePwd', 'initialSms', 'secondFactor', 'wxBound'],
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
  bulkEdit: ['organizationId', 'team', 'personType', 'practiceType'],
  exports: { who: 'lawyer.export', extraColumns: exportedFields },
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
      'successorId',
      'removeOn',
    ],
    账号: [
      'status',
      'rejectReason',
      'source',
      'wxBound',
      'mustChangePwd',
      'initialSms',
      'secondFactor',
      'lastLoginAt',
      'consentAt',
    ],
    其他: ['assessments', 'remark', 'createdAt', 'updatedAt', 'updatedBy'],
  },
  actions: lawyerActions,
})

export const lawyers = extendEntity(declared)
