import { useTranslate } from 'ra-core'
import { useNavigate } from 'react-router-dom'

import { cards } from '../../../resources/cards/index.ts'
import { useCall } from '../../session/useCall.ts'
import { useRights } from '../../session/useRights.ts'
import { LanguageTabs } from './LanguageTabs.tsx'
import type { Card } from '../useCard.ts'
import type { CardLanguage } from '../useOwnCards.ts'

import './languages.css'

type Props = {
  card: Pick<Card, 'lawyerId' | 'language'>
  /** Opens the existing card in the other language. */
  onOpen: (id: number) => void
  /** Notes beside the tabs, such as "unsaved". */
  notes?: Partial<Record<CardLanguage, string>>
}

/** Tabs that lead to the person's card in the other language, or to creating one. */
export const LanguageSwitch = ({ card: { lawyerId, language }, onOpen, notes = {} }: Props) => {
  const translate = useTranslate()
  const navigate = useNavigate()
  const { mayOpen } = useRights()
  const { data, error, refetch } = useCall('cards.cardInfoByLawyer', { lawyerId }, { staleTime: 0 })
  const { create } = cards.views
  const other = language === 'CN' ? 'EN' : 'CN'
  const isMissing = data !== undefined && data[other] === null
  if (error || (isMissing && !mayOpen(create))) return null
  const openCard = async (wanted: CardLanguage) => {
    // A click before the answer has arrived waits for it.
    const cardsByLanguage = data ?? (await refetch()).data
    if (!cardsByLanguage || wanted === language) return
    const found = cardsByLanguage[wanted]
    if (found) onOpen(found.id)
    else void navigate(`${create!.path}?lawyerId=${lawyerId}&language=${wanted}`)
  }
  return (
    <div className="language-switch">
      <LanguageTabs
        language={language}
        notes={isMissing ? { ...notes, [other]: translate('未创建') } : notes}
        onChange={wanted => void openCard(wanted)}
      />
    </div>
  )
}
