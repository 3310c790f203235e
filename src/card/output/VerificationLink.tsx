import { useTranslate } from 'ra-core'

import { useSession } from '../../session/sessionContext.ts'
import type { PublicCard } from './publicCard.ts'

/** Link to the page on which a stranger checks this card, if the firm offers it. */
export const VerificationLink = ({ card: { codeKey, language } }: { card: PublicCard }) => {
  const translate = useTranslate()
  const { verificationUrl } = useSession().conf
  if (!verificationUrl || !codeKey) return null
  const address = `${verificationUrl}?k=${encodeURIComponent(codeKey)}${language === 'EN' ? '&l=EN' : ''}`
  return (
    <p className="secondary">
      <a href={address} target="_blank" rel="noreferrer">
        {translate('核验页')}
      </a>{' '}
      {translate('客户在这里核对此人现在是否在职；请对方核对地址栏的域名。')}
    </p>
  )
}
