import type { ComponentType } from 'react'

import type { Page } from '../../resources/kit/index.ts'

/** Each hand-written page with the code that draws it, loaded when it is opened. */
export const pages = {
  cardDetail: async () => (await import('./cardDetail/CardDetail.tsx')).CardDetail,
} satisfies Partial<Record<Page, () => Promise<ComponentType>>>
