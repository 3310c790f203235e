import { useRef } from 'react'

import type { PreviewedCard } from '../preview/screens/MiniCard.tsx'
import { useFollowField } from '../preview/phone/useFollowField.ts'
import { CardPreview } from './CardPreview.tsx'

/** Phone preview of a card that scrolls to the part whose field has the focus. */
export const FollowingPreview = ({ card }: { card: PreviewedCard }) => {
  const container = useRef<HTMLDivElement>(null)
  useFollowField(container)
  return (
    <div ref={container} className="following-preview">
      <CardPreview card={card} />
    </div>
  )
}
