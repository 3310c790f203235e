import { admins } from './admins/index.ts'
import { announcements, receivers } from './announcements.ts'
import { apiTokens } from './apiTokens.ts'
import { areas } from './areas.ts'
import { authors } from './articles/authors.ts'
import { articles, cases, trends, videos } from './articles/index.ts'
import { lawyerArticles, ownArticles } from './articles/personal.ts'
import { recycledArticles } from './articles/recycled.ts'
import { bulkRows, bulkRuns } from './bulk.ts'
import { cards } from './cards/index.ts'
import { mandates } from './cards/mandates.ts'
import { recycledCards } from './cards/recycled.ts'
import { articleTypes, caseTypes, categories, trendTypes, videoTypes } from './categories.ts'
import { holds } from './holds.ts'
import { imports } from './imports.ts'
import { lawyers } from './lawyers/index.ts'
import { recycledLawyers } from './lawyers/recycled.ts'
import { transfers } from './lawyers/transfers.ts'
import { logs, myLogs } from './logs.ts'
import { messages } from './messages.ts'
import { offices } from './offices/index.ts'
import { positions } from './positions.ts'
import { officialProfessions, professions } from './professions.ts'
import { previewLinks } from './previewLinks.ts'
import { privacyRequests } from './privacyRequests.ts'
import { registration } from './registration.ts'
import { reviews } from './reviews.ts'
import { session } from './session.ts'
import { conf } from './settings/app.ts'
import { sharedViews } from './sharedViews.ts'
import { timeline } from './timeline.ts'
import { uploads } from './uploads.ts'
import { proposals } from './proposals.ts'
import { webhookDeliveries, webhooks } from './webhooks.ts'
import { extensions } from './domain/extensions.ts'
import type { Referable } from './domain/referable.ts'
import { type AnyEntity, isEntity } from './kit/index.ts'

// The declarations that the shell needs from its start. The sign-in page must not import this file, because of its
// size (tests/e2e/bundle.test.ts). A page that needs a single entity imports the file of that entity.

/** Groups of calls that belong to no entity; `conf` is the configuration that every page obeys. */
const callGroups = { session, registration, uploads, areas, conf, sharedViews, timeline, previewLinks }

/** Checks that every name in `Referable` is an entity. */
const withReferables = <T extends Record<Referable, AnyEntity>>(named: T) => named

/** The entities by name. One line makes the calls, routes and menu entries of an entity known. */
export const entitiesByName = withReferables({
  reviews,
  mandates,
  offices,
  admins,
  lawyers,
  transfers,
  privacyRequests,
  holds,
  cards,
  categories,
  articles,
  trends,
  cases,
  videos,
  authors,
  ownArticles,
  lawyerArticles,
  trendTypes,
  articleTypes,
  caseTypes,
  videoTypes,
  professions,
  officialProfessions,
  positions,
  logs,
  imports,
  bulkRuns,
  bulkRows,
  recycled: recycledLawyers,
  recycledCards,
  recycledArticles,
  myLogs,
  messages,
  announcements,
  receivers,
  apiTokens,
  proposals,
  webhooks,
  webhookDeliveries,
})

const extensionEntities = extensions.flatMap(it => it.resources.filter(isEntity))

export const entities: readonly AnyEntity[] = [...Object.values(entitiesByName), ...extensionEntities]

/** Every group of calls by its name, which is the first half of a call's name (`positions.page`). */
export const entityGroups = { ...callGroups, ...entitiesByName }
