import { lazyComponent } from '../loading/lazyComponent.tsx'
import type { PreviewedCard } from '../preview/screens/MiniCard.tsx'

type Props = { values: Readonly<Record<string, unknown>>; base: PreviewedCard }

/** Phone preview beside a card's form, loaded after the form. */
export const CardDraftPreview = lazyComponent<Props>(async () => {
  const { FollowingPreview } = await import('./FollowingPreview.tsx')
  return ({ values, base }) => <FollowingPreview card={{ ...base, ...values }} />
})
