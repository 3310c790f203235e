import type { ComponentType } from 'react'

import type { Page } from '../../resources/kit/index.ts'

/** Each hand-written page with the code that draws it, loaded when it is opened. */
export const pages = {
  lawyerCreate: async () => (await import('./lawyerCreate/LawyerCreate.tsx')).LawyerCreate,
  officeAdmins: async () => (await import('./officeAdmins/OfficeAdmins.tsx')).OfficeAdmins,
  officeWeight: async () => (await import('./officeWeight/OfficeWeight.tsx')).OfficeWeight,
} satisfies Partial<Record<Page, () => Promise<ComponentType>>>
