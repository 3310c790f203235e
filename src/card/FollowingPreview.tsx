import { useRef } from 'react'

import type { PreviewedCard } from '../preview/MiniCard.tsx'
import { useFollowField } from '../preview/useFollowField.ts'
import { CardPreview } from './CardPreview.tsx'

/** A card on the phone that shows the part which is being written. */
export const FollowingPreview = ({ card }: { card: PreviewedCard }) => {
  const place = useRef<HTMLDivElement>(null)
  useFollowField(place)
  return (
    <div ref={place} className="following-preview">
      <CardPreview card={card} />
    </div>
  )
}
