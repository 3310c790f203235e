import { defineSetting, optional, toggle, url } from '../kit/index.ts'
import { settingRoute } from './settingRoute.ts'

// The page itself says what each field does, so that the sentences are loaded with it.

const fields = {
  isOn: toggle('提供核验页'),
  /** The product adds `k` with the card's code and, for an English card, `l=EN`, as it does to 名片链接. */
  address: optional(url('核验网址', { max: 120 })),
  isPrinted: toggle('名片码指向核验页'),
  tellsLeft: toggle('说明已离所'),
}

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
  initial: { isOn: 0, isPrinted: 0, tellsLeft: 1 },
  isAddition: true,
})
