/** 通用图标 (docs/domain.md §6.8): the built-in icons of the mini-program. A firm may replace the picture of each. */
export const commonIcons = {
  tabHome: '首页',
  tabHomeActive: '首页（选中）',
  tabLawyer: '律师',
  tabLawyerActive: '律师（选中）',
  tabArticle: '文章',
  tabArticleActive: '文章（选中）',
  tabMine: '我的',
  tabMineActive: '我的（选中）',
  phone: '座机',
  mobile: '手机',
  mail: '邮箱',
  wechat: '微信',
  fax: '传真',
  address: '地址',
  web: '网站',
  licence: '执业证',
  language: '语言',
  share: '分享',
  save: '存入通讯录',
  poster: '海报',
  qrcode: '二维码',
  search: '搜索',
  filter: '领域',
  back: '返回',
  like: '喜欢',
  close: '关闭',
} as const
export type CommonIcon = keyof typeof commonIcons

/** The format of the name of a firm's own icon, which must differ from all built-in names. */
export const iconName = /^[a-z][a-zA-Z0-9]{1,29}$/

const labels: Readonly<Record<string, string>> = commonIcons
export const iconLabel = (name: string) => labels[name] ?? name
