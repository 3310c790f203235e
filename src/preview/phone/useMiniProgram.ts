import { mpInitial } from '../../../resources/settings/mpInitial.ts'
import { qrcode as qrcodeDeclared } from '../../../resources/settings/qrcode.ts'
import { useSession } from '../../session/sessionContext.ts'
import { useCall } from '../../session/useCall.ts'
import type { PreviewLook } from './look.ts'

/** Settings rarely change; if they cannot be loaded, the preview uses the defaults. */
const cacheOptions = { staleTime: 60_000, retry: false } as const

/** Published configuration of the mini-program. */
export const useMiniProgram = () => {
  const { data } = useCall('firm.mpconf', {}, cacheOptions)
  const { index = mpInitial.index.initial, card = mpInitial.card.initial, settings } = data ?? {}
  return { index, card, settings }
}

export const useMpName = () => {
  const { firm } = useSession().conf
  return useMiniProgram().settings?.mpName.mpName || firm.shortName || firm.name
}

type AccountSettings = Readonly<Record<string, unknown>>

/** The official account as shown at a place; undefined if it is not shown there. */
export const officialAccountAt = (
  account: AccountSettings,
  place: 'home' | 'card' | 'article' | 'office',
  look: PreviewLook,
) => {
  const { positions } = account
  const isShown =
    account['enabled'] === 1 &&
    (!Array.isArray(positions) || positions.length === 0 || positions.includes(place))
  if (!isShown) return undefined
  const tip = (look.language === 'EN' && account['tipEn']) || account['tip']
  return {
    name: String(account['accountName'] ?? ''),
    tip: String(tip ?? ''),
    picture: typeof account['qrcodeUrl'] === 'string' ? account['qrcodeUrl'] : null,
  }
}

export const useOfficialAccount = (): AccountSettings =>
  useMiniProgram().settings?.qrcode ?? qrcodeDeclared.initial
