import type { CardStatus } from '../../../resources/settings/verificationKeys.ts'
import type { Context } from '../../context/context.ts'
import { phraseIn } from '../../services/settings/languages.ts'
import type { CheckedCard } from '../../services/verification/cardStatus.ts'
import { cardPage } from './page.ts'
import { pageFacts } from './pageFacts.ts'

/** The page for an invented person, as it will look before the firm switches it on. */
export const previewPage = async (
  { db, firmId, host, language, now }: Context,
  status: CardStatus,
): Promise<string> => {
  const { firm, phones, host: ownHost } = await pageFacts(db, firmId, language)
  const sample = { language: language === 'en' ? 'EN' : 'CN', name: phraseIn(language, '示例律师') } as const
  const card: CheckedCard =
    status === 'active'
      ? {
          ...sample,
          status,
          cardId: 0,
          lawyerId: 0,
          position: phraseIn(language, '律师'),
          office: firm,
          firm,
          licenseNumber: '13101202010000000',
          portrait: null,
        }
      : { ...sample, status }
  return cardPage({
    language,
    now,
    firm,
    phones,
    host: ownHost ?? host,
    card,
    portrait: null,
    cardLink: null,
    signed: null,
  })
}
