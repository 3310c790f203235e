import { defineSetting, optional, text } from '../../resources/kit/index.ts'

/** The greeting that the mini-program shows to its visitors. */
export const greeting = defineSetting({
  name: 'greeting',
  label: '欢迎语',
  fields: { title: optional(text('标题', { max: 30 })), titleEn: optional(text('英文标题', { max: 60 })) },
  initial: {},
  path: '/firmConf/greeting',
  view: 'conf.view',
  edit: 'conf.edit',
  logModule: 10,
  route: {
    path: '/app/conf/greeting',
    title: '欢迎语',
    roles: ['admin'],
    capability: 'conf.view',
    menu: 'conf.qrcode',
  },
})
