import type { ComponentType } from 'react'

import type { Page } from '../../resources/kit/index.ts'

/** Each hand-written page with the code that draws it, loaded when it is opened. */
export const pages = {
  lawyerCreate: async () => (await import('./lawyerCreate/LawyerCreate.tsx')).LawyerCreate,
  officeAdmins: async () => (await import('./officeAdmins/OfficeAdmins.tsx')).OfficeAdmins,
  officeWeight: async () => (await import('./officeWeight/OfficeWeight.tsx')).OfficeWeight,
  messages: async () => (await import('./messages/Messages.tsx')).Messages,
  userAdmin: async () => (await import('./userAdmin/UserAdmin.tsx')).UserAdmin,
  userAccount: async () => (await import('./userAccount/UserAccount.tsx')).UserAccount,
  userPasswd: async () => (await import('./userPasswd/UserPasswd.tsx')).UserPasswd,
} satisfies Partial<Record<Page, () => Promise<ComponentType>>>
