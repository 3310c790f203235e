import { useTranslate } from 'ra-core'

import type { LoginOptions } from '../../providers/publicConf.ts'
import { supportsPasskeys } from '../shell/passkeySupport.ts'

type Props = {
  /** Null until the firm's configuration is loaded. */
  options: LoginOptions | null
  isBusy: boolean
  onPasskey: () => void
}

/**
 * Ways of signing in without the form. Their place is kept free until the configuration is loaded, so that the page
 * does not move.
 */
export const OtherWays = ({ options, isBusy, onPasskey }: Props) => {
  const translate = useTranslate()
  const offersPasskey = options?.passkey === true && supportsPasskeys()
  if (options && !offersPasskey) return null
  return (
    <p className="other-ways">
      {offersPasskey && (
        <button type="button" className="other-way" aria-disabled={isBusy} onClick={onPasskey}>
          {translate('使用通行密钥登录')}
        </button>
      )}
    </p>
  )
}
