import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { cards } from '../../../resources/cards/index.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyComponent } from '../../loading/lazyComponent.tsx'
import { useRights } from '../../session/useRights.ts'
import { isPublicCard, type PublicCard } from './publicCard.ts'

const ShowCode = lazyComponent(() => import('./ShowCode.tsx').then(it => it.ShowCode))

/** Button 出示名片码, which shows the code in full screen; hidden if there is no code. */
export const ShowCodeButton = ({ card }: { card: PublicCard }) => {
  const translate = useTranslate()
  const { can } = useRights()
  const [isOpen, setOpen] = useState(false)
  if (!can(cards, 'output', card) || !isPublicCard(card)) return null
  return (
    <>
      <Button look="primary" onPointerEnter={ShowCode.preload} onClick={() => setOpen(true)}>
        {translate('出示名片码')}
      </Button>
      {isOpen && <ShowCode card={card} onClose={() => setOpen(false)} />}
    </>
  )
}
