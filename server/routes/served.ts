import { admins } from '../../resources/admins/index.ts'
import { announcements, receivers } from '../../resources/announcements.ts'
import { lawyers } from '../../resources/lawyers/index.ts'
import { transfers } from '../../resources/lawyers/transfers.ts'
import { bulkRows, bulkRuns } from '../../resources/bulk.ts'
import { holds } from '../../resources/holds.ts'
import { imports } from '../../resources/imports.ts'
import { recycledArticles } from '../../resources/articles/recycled.ts'
import { recycledCards } from '../../resources/cards/recycled.ts'
import { recycledLawyers } from '../../resources/lawyers/recycled.ts'
import { offices } from '../../resources/offices/index.ts'
import { mandates } from '../../resources/cards/mandates.ts'
import { cards } from '../../resources/cards/index.ts'
import { authors } from '../../resources/articles/authors.ts'
import { articles } from '../../resources/articles/index.ts'
import { categories } from '../../resources/categories.ts'
import { logs } from '../../resources/logs.ts'
import { messages } from '../../resources/messages.ts'
import { positions } from '../../resources/positions.ts'
import { officialProfessions, professions } from '../../resources/professions.ts'
import { previewLinks } from '../../resources/previewLinks.ts'
import { privacyRequests } from '../../resources/privacyRequests.ts'
import { registration } from '../../resources/registration.ts'
import { reviews } from '../../resources/reviews.ts'
import { session } from '../../resources/session.ts'
import { languages } from '../../resources/settings/languages.ts'
import { timeline } from '../../resources/timeline.ts'
import { rehearsals } from '../../resources/settings/rehearsals.ts'
import { systemStatus } from '../../resources/settings/status.ts'
import { system } from '../../resources/settings/system.ts'
import { sharedViews } from '../../resources/sharedViews.ts'
import { uploads } from '../../resources/uploads.ts'
import { apiTokens } from '../../resources/apiTokens.ts'
import { webhookDeliveries, webhooks } from '../../resources/webhooks.ts'
import { areas } from '../../resources/areas.ts'
import { conf } from '../../resources/settings/app.ts'
import { verificationKeys } from '../../resources/settings/verificationKeys.ts'
import { cardVerification } from '../../resources/settings/cardVerification.ts'
import { agents } from '../../resources/settings/agents.ts'
import { proposals } from '../../resources/proposals.ts'
import { englishDraft } from '../../resources/settings/englishDraft.ts'
import { firm } from '../../resources/settings/firm.ts'
import { firmConf } from '../../resources/settings/firmConf.ts'
import { announcementHandlers } from './announcements/handlers.ts'
import { receiverHandlers } from './announcements/receivers.ts'
import { apiTokenHandlers } from './apiTokens/handlers.ts'
import { webhookDeliveryHandlers } from './webhooks/deliveries.ts'
import { webhookHandlers } from './webhooks/handlers.ts'
import { areaHandlers } from './areas/handlers.ts'
import { confHandlers } from './settings/app.ts'
import { verificationKeyHandlers, cardVerificationHandlers } from './settings/cardVerification.ts'
import { agentSettingHandlers } from './settings/agents.ts'
import { proposalHandlers } from './proposals/handlers.ts'
import { englishDraftSettingHandlers } from './settings/englishDraft.ts'
import { firmConfHandlers } from './settings/firmConf.ts'
import { firmHandlers } from './settings/firm.ts'
import { languageHandlers } from './settings/languages.ts'
import { rehearsalHandlers } from './settings/rehearsals.ts'
import { statusHandlers } from './settings/status.ts'
import { systemHandlers } from './settings/system.ts'
import { adminHandlers } from './admins/handlers.ts'
import { lawyerHandlers } from './lawyers/handlers.ts'
import { bulkRunHandlers } from './bulk/handlers.ts'
import { bulkRowHandlers } from './bulk/report.ts'
import { holdHandlers } from './holds/handlers.ts'
import { importHandlers } from './imports/handlers.ts'
import { directoryBatches } from './lawyers/directory/undo.ts'
import { peopleBatches } from './lawyers/undoImport.ts'
import { lawyerTransferHandlers } from './lawyers/transfers.ts'
import { recycledArticleHandlers } from './articles/recycled.ts'
import { recycledCardHandlers } from './cards/recycled.ts'
import { recycledHandlers } from './lawyers/recycled.ts'
import { officeHandlers } from './offices/handlers.ts'
import { articleHandlers } from './articles/handlers.ts'
import { articleKindSubject, categorySubject } from './articles/kinds.ts'
import { authorHandlers } from './articles/authors.ts'
import { cardHandlers } from './cards/handlers.ts'
import { categoryHandlers } from './categories/handlers.ts'
import { logHandlers } from './logs/handlers.ts'
import { messageHandlers } from './messages/handlers.ts'
import { positionHandlers } from './positions/handlers.ts'
import { officialProfessionHandlers, professionHandlers } from './professions/handlers.ts'
import { previewLinkHandlers } from './previewLinks/handlers.ts'
import { privacyRequestHandlers } from './privacy/requests.ts'
import { registrationHandlers } from './registration/handlers.ts'
import { mandateHandlers } from './mandates/handlers.ts'
import { reviewHandlers } from './reviews/handlers.ts'
import { sessionHandlers } from './session/handlers.ts'
import { sharedViewHandlers } from './sharedViews/handlers.ts'
import { timelineHandlers } from './timeline/handlers.ts'
import { uploadHandlers } from './uploads/handlers.ts'
import { entities } from '../../resources/entities.ts'
import { resources } from '../../resources/index.ts'
import { tableOfEntity } from '../db/entityTables.ts'
import type { AnyEntity, AnyResource } from '../../resources/kit/index.ts'
import { plainHandlers } from '../records/crud.ts'
import type { PlainTable } from '../records/crudRules.ts'
import { settingHandlers } from '../records/setting.ts'
import { bulkKindsOf } from './bulk/kinds.ts'
import { extensionServers } from './extensions.ts'
import { exportsOf } from './lists/exports.ts'
import { filterCountsOfLists } from './lists/filterCounts.ts'
import { importKindsOf, importsOf } from './imports/kinds.ts'
import { bindHandlers } from '../context/bind.ts'
import { timelineKindsOf } from './timeline/kinds.ts'

/** Resources with handlers written by hand. */
const customCalls = [
  ...bindHandlers(session, sessionHandlers),
  ...bindHandlers(registration, registrationHandlers),
  ...bindHandlers(uploads, uploadHandlers),
  ...bindHandlers(sharedViews, sharedViewHandlers),
  ...bindHandlers(previewLinks, previewLinkHandlers),
  ...bindHandlers(privacyRequests, privacyRequestHandlers),
  ...bindHandlers(holds, holdHandlers),
  ...bindHandlers(conf, confHandlers),
  ...bindHandlers(firmConf, firmConfHandlers),
  ...bindHandlers(agents, agentSettingHandlers),
  ...bindHandlers(englishDraft, englishDraftSettingHandlers),
  ...bindHandlers(cardVerification, cardVerificationHandlers),
  ...bindHandlers(verificationKeys, verificationKeyHandlers),
  ...bindHandlers(rehearsals, rehearsalHandlers),
  ...bindHandlers(firm, firmHandlers),
  ...bindHandlers(system, systemHandlers),
  ...bindHandlers(systemStatus, statusHandlers),
  ...bindHandlers(languages, languageHandlers),
  ...bindHandlers(areas, areaHandlers),
  ...bindHandlers(apiTokens, apiTokenHandlers),
  ...bindHandlers(webhooks, webhookHandlers),
  ...bindHandlers(webhookDeliveries, webhookDeliveryHandlers),
  ...bindHandlers(offices, officeHandlers),
  ...bindHandlers(admins, adminHandlers),
  ...bindHandlers(lawyers, lawyerHandlers),
  ...bindHandlers(transfers, lawyerTransferHandlers),
  ...bindHandlers(recycledLawyers, recycledHandlers),
  ...bindHandlers(recycledCards, recycledCardHandlers),
  ...bindHandlers(recycledArticles, recycledArticleHandlers),
  ...bindHandlers(cards, cardHandlers),
  ...bindHandlers(categories, categoryHandlers, categorySubject),
  ...bindHandlers(articles, articleHandlers, articleKindSubject),
  ...bindHandlers(authors, authorHandlers),
  ...bindHandlers(reviews, reviewHandlers),
  ...bindHandlers(mandates, mandateHandlers),
  ...bindHandlers(messages, messageHandlers),
  ...bindHandlers(announcements, announcementHandlers),
  ...bindHandlers(receivers, receiverHandlers),
  ...bindHandlers(logs, logHandlers),
  ...bindHandlers(officialProfessions, officialProfessionHandlers),
  ...bindHandlers(professions, professionHandlers),
  ...bindHandlers(positions, positionHandlers),
  ...extensionServers.flat(),
]

const isPlainTable = (table: unknown): table is PlainTable =>
  ['firmId', 'version', 'updatedAt', 'updatedByName'].every(name => name in Object(table))

const tableOf = ({ name }: AnyEntity) => {
  const table = tableOfEntity(name)
  if (!isPlainTable(table)) throw new Error(`${name}: no table of this name has a firm and a version`)
  return table
}

/**
 * Serves a setting or a plain entity, which need no handlers of their own. A plain entity's table has the
 * resource's name, and each of its calls is one of react-admin's verbs or the choices.
 */
export const serveDeclared = (resource: AnyResource) =>
  bindHandlers(
    resource,
    resource.isSetting ? settingHandlers(resource) : plainHandlers(resource, tableOf(resource)),
  )

const customCallSet = new Set([
  ...customCalls.map(({ call }) => call),
  ...Object.values(imports.calls),
  ...Object.values(proposals.calls),
])
const declaredResources = resources.filter(
  ({ calls, logModule }) => logModule && !Object.values(calls).some(call => customCallSet.has(call)),
)

const entityCalls = [...customCalls, ...declaredResources.flatMap(serveDeclared)]

const { label, calls, feature } = lawyers
const importKinds = {
  lawyers: { ...peopleBatches, label, call: calls.addList, feature },
  directory: {
    ...directoryBatches,
    label: '通讯录同步',
    call: calls.applyDirectory,
    feature,
  },
  ...importKindsOf(entities, entityCalls),
}

/** What can be done with all records of a filter, by entity. */
export const bulkKinds = bulkKindsOf(entities, entityCalls)

const callsWithImports = [
  ...entityCalls,
  ...importsOf(entities, entityCalls),
  ...bindHandlers(imports, importHandlers(importKinds)),
  ...bindHandlers(bulkRuns, bulkRunHandlers(bulkKinds)),
  ...bindHandlers(bulkRows, bulkRowHandlers),
  ...bindHandlers(proposals, proposalHandlers(entityCalls)),
  ...bindHandlers(timeline, timelineHandlers(timelineKindsOf(entities, entityCalls))),
]

/** Every call that is served. The specification's other calls are declared and answer 404. */
export const servedCalls = [
  ...callsWithImports,
  ...exportsOf(entities, callsWithImports),
  ...filterCountsOfLists(entities, callsWithImports),
]
