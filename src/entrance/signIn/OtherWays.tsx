import { useTranslate } from 'ra-core'

import type { LoginOptions } from '../../../providers/publicConf.ts'
import type { Population } from '../../../resources/domain/role.ts'
import type { SignOnWay } from '../../../resources/domain/signOn.ts'
import { supportsPasskeys } from '../../session/passkeySupport.ts'

type Props = {
  /** Null until the firm's configuration is loaded. */
  options: LoginOptions | null
  population: Population
  isBusy: boolean
  onPasskey: () => void
  onSignOn: (way: SignOnWay) => void
}

/**
 * Ways of signing in without the form. Their place is kept free until the configuration is loaded, so that the page
 * does not move.
 */
export const OtherWays = ({ options, population, isBusy, onPasskey, onSignOn }: Props) => {
  const translate = useTranslate()
  const offersPasskey = options?.passkey === true && supportsPasskeys()
  const offers = options?.signOn.filter(({ userTypes }) => userTypes.includes(population)) ?? []
  if (options && !offersPasskey && offers.length === 0) return null
  return (
    <p className="other-ways">
      {offersPasskey && (
        <button type="button" className="other-way" aria-disabled={isBusy} onClick={onPasskey}>
          {translate('使用通行密钥登录')}
        </button>
      )}
      {offers.map(({ way, name }) => (
        <button
          key={way}
          type="button"
          className="other-way"
          aria-disabled={isBusy}
          onClick={() => onSignOn(way)}
        >
          {translate('使用%{name}登录', { name: translate(name) })}
        </button>
      ))}
    </p>
  )
}
