import type { ComponentType } from 'react'

import type { Page } from '../../resources/kit/index.ts'

/** Each hand-written page with the code that draws it, loaded when it is opened. */
export const pages = {
  announce: async () => (await import('./announce/Announce.tsx')).Announce,
  announcement: async () => (await import('./announcement/Announcement.tsx')).Announcement,
  logDetail: async () => (await import('./logDetail/LogDetail.tsx')).LogDetail,
  articleAdd: async () => (await import('./article/ArticleAdd.tsx')).ArticleAdd,
  articleEdit: async () => (await import('./article/ArticleEdit.tsx')).ArticleEdit,
  articlePreview: async () => (await import('./articlePreview/ArticlePreview.tsx')).ArticlePreview,
  ownArticles: async () => (await import('./personArticles/OwnArticles.tsx')).OwnArticles,
  lawyerArticles: async () => (await import('./personArticles/LawyerArticles.tsx')).LawyerArticles,
  cardDetail: async () => (await import('./cardDetail/CardDetail.tsx')).CardDetail,
  cardEdit: async () => (await import('./cardEdit/CardEdit.tsx')).CardEdit,
  cardCreate: async () => (await import('./cardCreate/CardCreate.tsx')).CardCreate,
  userDashboard: async () => (await import('./userDashboard/UserDashboard.tsx')).UserDashboard,
  userCard: async () => (await import('./userCard/UserCard.tsx')).UserCard,
  userAdmin: async () => (await import('./userAdmin/UserAdmin.tsx')).UserAdmin,
  userPasswd: async () => (await import('./userPasswd/UserPasswd.tsx')).UserPasswd,
  userAccount: async () => (await import('./userAccount/UserAccount.tsx')).UserAccount,
  messages: async () => (await import('./messages/Messages.tsx')).Messages,
  officeWeight: async () => (await import('./officeWeight/OfficeWeight.tsx')).OfficeWeight,
  officeAdmins: async () => (await import('./officeAdmins/OfficeAdmins.tsx')).OfficeAdmins,
  lawyerCreate: async () => (await import('./lawyerCreate/LawyerCreate.tsx')).LawyerCreate,
} satisfies Record<Page, () => Promise<ComponentType>>
