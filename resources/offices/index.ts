import { extendEntity } from '../domain/additionalFields.ts'
import { holdAction } from '../domain/hold.ts'
import { defineEntity, showHideActions } from '../kit/index.ts'
import { officeCalls } from './calls.ts'
import { officeFields } from './fields.ts'

export { contactFields, officeErrors } from './fields.ts'

const parent = 'office.list'

const declared = defineEntity({
  name: 'offices',
  label: '律所',
  id: 'organizationId',
  title: 'name',
  fields: officeFields,
  calls: officeCalls,
  crud: { list: 'pageList', one: 'firmOrganizationInfo', create: 'add', update: 'update' },
  choices: 'validList',
  isInPalette: true,
  feature: 'office.list',
  logModule: 2,
  views: {
    list: {
      path: '/app/office/list',
      title: '律所列表',
      roles: ['admin'],
      capability: 'office.view',
      menu: 'office.list',
    },
    create: {
      path: '/app/office/create',
      title: '新增律所',
      roles: ['admin'],
      capability: 'office.create',
      parent,
    },
    edit: {
      path: '/app/office/:id/detail',
      title: '编辑律所',
      roles: ['admin'],
      capability: 'office.editContact',
      parent,
    },
    show: {
      path: '/app/office/:id/show',
      title: '律所详情',
      roles: ['admin'],
      capability: 'office.view',
      parent,
      page: 'officeDetail',
    },
  },
  pages: {
    weight: {
      path: '/app/office/weight',
      title: '个性化设置',
      roles: ['admin'],
      capability: 'office.sort',
      menu: 'office.weight',
      page: 'officeWeight',
    },
    admins: {
      path: '/app/office/:id/admins',
      title: '管理员设置',
      roles: ['admin'],
      capability: 'admin.view',
      parent,
      page: 'officeAdmins',
    },
    cardTemplate: {
      path: '/app/office/:id/card-template',
      title: '名片模板',
      roles: ['admin'],
      capability: 'office.view',
      parent,
      page: 'officeCardTemplate',
      requires: 'cardTemplate',
      isOffRow: true,
    },
    close: {
      path: '/app/office/:id/close',
      title: '关闭律所',
      roles: ['admin'],
      capability: 'office.close',
      parent,
      page: 'officeClose',
      requires: 'close',
      isDanger: true,
      when: it => it['isMain'] === 0,
    },
  },
  list: [
    'name',
    'status',
    'showStatus',
    'isMain',
    'areaName',
    'lawyerNum',
    'cardNum',
    'adminNum',
    'weight',
    'principal',
    'phone',
  ],
  filters: ['districtCode', 'isMain', 'showStatus', 'status'],
  sort: { field: 'weight', order: 'DESC' },
  initial: { weight: 0, showStatus: 1 },
  form: {
    基本信息: ['name', 'shortName', 'nameEn', 'creditCode', 'principal', 'foundedOn'],
    地址: ['districtCode', 'address', 'addressEn', 'longitude', 'latitude', 'transport'],
    联系方式: ['phone', 'fax', 'email', 'postcode', 'workHours'],
    图片与介绍: ['logo', 'cover', 'images', 'intro', 'introEn', 'video', 'videoCover'],
    网站与小程序: ['homeUrl', 'mpName', 'mpAppId', 'mpPath'],
    展示: ['weight', 'showStatus'],
  },
  show: {
    基本信息: ['name', 'shortName', 'nameEn', 'creditCode', 'principal', 'foundedOn'],
    地址: ['districtCode', 'address', 'addressEn', 'transport'],
    联系方式: ['phone', 'fax', 'email', 'postcode', 'workHours'],
    图片与介绍: ['images', 'intro', 'introEn'],
    网站与小程序: ['homeUrl', 'mpName', 'mpAppId', 'mpPath'],
    展示: ['status', 'showStatus', 'weight', 'updatedAt', 'updatedBy'],
  },
  actions: {
    ...showHideActions({
      call: 'update',
      ids: ['organizationId'],
      field: 'showStatus',
      needs: 'office.edit',
      on: ['row', 'bulk', 'detail'],
      labels: ['展示', '隐藏'],
      confirm: '隐藏后，小程序的律所列表不再显示该律所。',
    }),
    enable: {
      call: 'status',
      label: '启用',
      on: ['row', 'detail'],
      when: it => it.status === 0,
      input: it => ({ organizationId: it.organizationId, status: 1, version: it.version }),
    },
    disable: {
      call: 'status',
      label: '停用',
      on: ['row', 'detail'],
      when: it => it.status === 1 && it.isMain === 0,
      confirm:
        '停用后，该所人员的名片一并隐藏，可以再启用。要把人员、管理员和内容转到其他律所，请使用“关闭律所”。',
      input: it => ({ organizationId: it.organizationId, status: 0, version: it.version }),
      isDanger: true,
    },
    hold: { ...holdAction, call: 'hold', input: it => ({ organizationId: it.organizationId }) },
  },
})

export const offices = extendEntity(declared)
