import { useRecordForPage } from '../../../providers/useRecordForPage.ts'
import { useSession } from '../../session/sessionContext.ts'
import type { cards } from '../../../resources/cards/index.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import type { PreviewLanguage } from './look.ts'
import type { PreviewedCard } from '../screens/MiniCard.tsx'
import type { Samples } from './useSamples.ts'

type Card = OutputOf<(typeof cards.calls)['cardInfo']>

/** A card of the firm for the preview, or a fictional one if the firm has none. */
export const useSampleCard = (
  { people, shownPeople, offices }: Samples,
  language: PreviewLanguage,
): PreviewedCard => {
  const { conf } = useSession()
  const id = people[0]?.id
  const { data } = useRecordForPage<Card>('cards', id, { staleTime: 300_000, retry: false })
  if (data) return { ...data, language }
  const [fictionalPerson] = shownPeople
  return {
    language,
    name: fictionalPerson?.name ?? conf.firm.name,
    workPosition: fictionalPerson?.position ?? null,
    organizationId: offices[0]?.organizationId ?? null,
    mobile: '13800000000',
    email: 'lawyer@example.com',
    intro: '<p>在这里介绍执业经历与擅长的业务。</p>',
  }
}
