import { useCall } from '../../providers/useCall.ts'
import { mpInitial } from '../../resources/settings/mpInitial.ts'
import { qrcode as qrcodeDeclared } from '../../resources/settings/qrcode.ts'
import { useSession } from '../shell/sessionContext.ts'
import type { PreviewLook } from './look.ts'

/** Settings are few and change seldom; a preview that lacks one shows what holds by default. */
const usual = { staleTime: 60_000, retry: false } as const

/** What is published of the mini-program's pages. */
export const useMiniProgram = () => {
  const { data } = useCall('firm.mpconf', {}, usual)
  const { index = mpInitial.index.initial, card = mpInitial.card.initial, settings } = data ?? {}
  return { index, card, settings }
}

export const useMpName = () => {
  const { firm } = useSession().conf
  return useMiniProgram().settings?.mpName.mpName || firm.shortName || firm.name
}

type Account = Readonly<Record<string, unknown>>

/** The official account as a place of the mini-program shows it; null where it is not shown there. */
export const officialOf = (
  account: Account,
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

export const useOfficialAccount = (): Account => useMiniProgram().settings?.qrcode ?? qrcodeDeclared.initial
