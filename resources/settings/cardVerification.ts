import { defineSetting, optional, toggle, url } from '../kit/index.ts'
import { settingRoute } from './settingRoute.ts'

const fields = {
  isOn: toggle('提供核验页', {
    hint: '开启后，客户扫名片上的码，即可看到此人现在是否在职',
  }),
  /** The product adds `k` with the card's code and, for an English card, `l=EN`, as it does to 名片链接. */
  address: optional(
    url('核验网址', {
      max: 120,
      hint: '客户从外网打开的网址，一般就是下方的“核验页的地址”；印出后请长期保留',
    }),
  ),
  isPrinted: toggle('名片码指向核验页', {
    hint: '开启后，新生成的名片码、打印名片、海报和电子名片指向核验页；已印出的不变',
  }),
  tellsLeft: toggle('说明已离所', {
    hint: '开启后，离所人员的核验页写明“此人已不在本所”；关闭时只写“该名片已停用”',
  }),
}

const wrongAddress = '核验网址应以 /verify 结尾，不含 ? 和 #，请核对下方的“核验页的地址”'
const isPageAddress = (address: string) => /^https:\/\/[^/?#@\s]+(\/[^?#\s]*)?\/verify$/.test(address)

type Values = { isOn: 0 | 1; isPrinted: 0 | 1; address?: string | null | undefined }

const errors = ({ isOn, isPrinted, address }: Values) => ({
  ...(isOn === 1 && !address && { address: '请填写核验网址，客户从外网打开它' }),
  ...(address && !isPageAddress(address) && { address: wrongAddress }),
  ...(isPrinted === 1 && isOn === 0 && { isPrinted: '请先开启“提供核验页”，否则印出的码打不开' }),
})

/** 名片核验: the page on which a stranger checks that a printed card is genuine and valid at this minute. */
export const cardVerification = defineSetting({
  name: 'cardVerification',
  label: '名片核验',
  path: '/firmConf/cardVerification',
  view: 'conf.view',
  edit: 'card.verification',
  logModule: 10,
  route: settingRoute('card.verification', '/app/card/verification', { page: 'cardVerification' }),
  fields,
  errors,
  explanation: [
    '核验页只显示名片上公开的姓名、职位、律所、执业证号和头像，不显示联系方式。',
    '人员离所、停用或名片隐藏后，下一次打开核验页就会说明；已删除的人员与不存在的名片码没有区别。',
    '每次打开都附有本所密钥的签名，一分钟内有效，任何人可以用公开的公钥核对。',
    '请在官网公布核验网址的域名：只有该域名下的页面才是本所的核验页。',
    '关闭后，已印出的核验码打不开核验页；印制名片前请确定长期使用的网址。',
  ],
  addresses: { 核验页的地址: '/verify', 公钥的地址: '/verify/keys' },
  initial: { isOn: 0, isPrinted: 0, tellsLeft: 1 },
  isAddition: true,
})
