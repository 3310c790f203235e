import type { ComponentType } from 'react'

import { loadHostTexts } from '../../providers/i18nProvider.ts'
import { extensions } from '../../resources/domain/extensions.ts'
import type { HandwrittenPage } from '../../resources/domain/page.ts'

const ownPages = {
  mpIndex: async () => (await import('./mpIndex/MpIndex.tsx')).MpIndex,
  mpCard: async () => (await import('./mpCard/MpCard.tsx')).MpCard,
  firmInfo: async () => (await import('./firmInfo/FirmInfo.tsx')).FirmInfo,
  adminSwitches: async () => (await import('./switches/AdminSwitches.tsx')).AdminSwitches,
  mpSwitches: async () => (await import('./switches/MpSwitches.tsx')).MpSwitches,
  firstSteps: async () => (await import('../settings/firstSteps/FirstSteps.tsx')).FirstSteps,
  configuration: async () => (await import('./configuration/Configuration.tsx')).Configuration,
  loginReg: async () => (await import('./loginReg/LoginReg.tsx')).LoginReg,
  cardVerification: async () => (await import('./cardVerification/CardVerification.tsx')).CardVerification,
  status: async () => (await import('./status/StatusPage.tsx')).StatusPage,
  signOnConfig: async () => (await import('./systemConfig/SystemConfigPage.tsx')).SignOnConfigPage,
  systemConfig: async () => (await import('./systemConfig/SystemConfigPage.tsx')).SystemConfigPage,
  languages: async () => (await import('./languages/Languages.tsx')).Languages,
  cardMenu: async () => (await import('./cardMenu/CardMenu.tsx')).CardMenu,
  commonImages: async () => (await import('./slots/Slots.tsx')).CommonImages,
  images: async () => (await import('./slots/Slots.tsx')).Images,
  commonIcons: async () => (await import('./slots/Slots.tsx')).CommonIcons,
  ownIcons: async () => (await import('./slots/FirmIcons.tsx')).FirmIcons,
  agents: async () => (await import('./agents/Agents.tsx')).Agents,
  announce: async () => (await import('./announce/Announce.tsx')).Announce,
  announcement: async () => (await import('./announcement/Announcement.tsx')).AnnouncementPage,
  logs: async () => (await import('./logs/Logs.tsx')).Logs,
  logDetail: async () => (await import('./logDetail/LogDetail.tsx')).LogDetail,
  articleAdd: async () => (await import('./article/ArticleAdd.tsx')).ArticleAdd,
  articleEdit: async () => (await import('./article/ArticleEdit.tsx')).ArticleEdit,
  articlePreview: async () => (await import('./articlePreview/ArticlePreview.tsx')).ArticlePreview,
  officialArticles: async () => (await import('./officialArticles/OfficialArticles.tsx')).OfficialArticles,
  ownArticles: async () => (await import('./personArticles/OwnArticles.tsx')).OwnArticles,
  lawyerArticles: async () => (await import('./personArticles/LawyerArticles.tsx')).LawyerArticles,
  directory: async () => (await import('./directory/DirectoryPage.tsx')).DirectoryPage,
  evidence: async () => (await import('./evidence/Evidence.tsx')).EvidencePage,
  wordTemplate: async () => (await import('./wordTemplate/WordTemplate.tsx')).WordTemplate,
  webhookDelivery: async () => (await import('./webhookDelivery/WebhookDelivery.tsx')).WebhookDelivery,
  cardDetail: async () => (await import('./cardDetail/CardDetail.tsx')).CardDetail,
  cardEdit: async () => (await import('./cardEdit/CardEdit.tsx')).CardEdit,
  cardCreate: async () => (await import('./cardCreate/CardCreate.tsx')).CardCreate,
  heldMandates: async () => (await import('./heldMandates/HeldMandates.tsx')).HeldMandates,
  userDashboard: async () => (await import('./userDashboard/UserDashboard.tsx')).UserDashboard,
  userCard: async () => (await import('./userCard/UserCard.tsx')).UserCard,
  mandatedCard: async () => (await import('./userCard/UserCard.tsx')).MandatedCard,
  userAdmin: async () => (await import('./userAdmin/UserAdmin.tsx')).UserAdmin,
  userPasswd: async () => (await import('./userPasswd/UserPasswd.tsx')).UserPasswd,
  userAccount: async () => (await import('./userAccount/UserAccount.tsx')).UserAccount,
  home: async () => (await import('./home/Home.tsx')).Home,
  reviewDesk: async () => (await import('./reviewDesk/ReviewDesk.tsx')).ReviewDesk,
  messages: async () => (await import('./messages/MessagesPage.tsx')).MessagesPage,
  officeWeight: async () => (await import('./officeWeight/OfficeWeight.tsx')).OfficeWeight,
  officeAdmins: async () => (await import('./officeAdmins/OfficeAdmins.tsx')).OfficeAdmins,
  lawyerPhotos: async () => (await import('./lawyerPhotos/LawyerPhotos.tsx')).LawyerPhotos,
  lawyerDetail: async () => (await import('./lawyerDetail/LawyerDetail.tsx')).LawyerDetail,
  officeDetail: async () => (await import('./officeDetail/OfficeDetail.tsx')).OfficeDetail,
  officeClose: async () => (await import('./officeClose/OfficeClose.tsx')).OfficeClose,
  lawyerLeave: async () => (await import('./lawyerLeave/LawyerLeave.tsx')).LawyerLeave,
  importBatch: async () => (await import('./importBatch/ImportBatch.tsx')).ImportBatch,
  bulkRun: async () => (await import('./bulkRun/BulkRun.tsx')).BulkRun,
  sheetEdit: async () => (await import('./sheetEdit/SheetEdit.tsx')).SheetEdit,
  recordImport: async () => (await import('./recordImport/RecordImportPage.tsx')).RecordImportPage,
  lawyerCreate: async () => (await import('./lawyerCreate/LawyerCreate.tsx')).LawyerCreate,
} satisfies Record<HandwrittenPage, () => Promise<ComponentType>>

/** A declaration, which the server reads too, does not know React. */
const isComponent = (value: unknown): value is ComponentType => typeof value === 'function'

const pagesOfExtensions = extensions.flatMap(it =>
  Object.entries(it.pages ?? {}).map(([name, load]) => [
    name,
    async () => {
      // Components of react-admin show its own words.
      const [page, { inHostTheme }] = await Promise.all([
        load(),
        import('../theme/HostTheme.tsx'),
        loadHostTexts(),
      ])
      if (isComponent(page.default)) return inHostTheme(page.default)
      throw new Error(`${name} exports no component by default`)
    },
  ]),
)

/** Components of the hand-written pages, loaded when they are opened. */
export const pages: Readonly<Record<HandwrittenPage, () => Promise<ComponentType>>> = {
  ...ownPages,
  ...Object.fromEntries(pagesOfExtensions),
}
