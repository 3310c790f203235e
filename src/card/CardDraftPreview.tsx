import { lazyComponent } from '../shell/lazyComponent.tsx'
import type { PreviewedCard } from '../preview/MiniCard.tsx'

type Props = { values: Readonly<Record<string, unknown>>; base: PreviewedCard }

/** The phone beside a card's form; it comes after the form. */
export const CardDraftPreview = lazyComponent<Props>(async () => {
  const { CardPreview } = await import('./CardPreview.tsx')
  return ({ values, base }) => <CardPreview card={{ ...base, ...values }} />
})
