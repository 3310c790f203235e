import { admins } from './admins/index.ts'
import { announcements, receivers } from './announcements.ts'
import { areas } from './areas.ts'
import { authors } from './articles/authors.ts'
import { articles, cases, trends, videos } from './articles/index.ts'
import { lawyerArticles, ownArticles } from './articles/personal.ts'
import { cards } from './cards/index.ts'
import { articleTypes, caseTypes, categories, trendTypes, videoTypes } from './categories.ts'
import { imports } from './lawyers/imports.ts'
import { lawyers } from './lawyers/index.ts'
import { recycled } from './lawyers/recycled.ts'
import { transfers } from './lawyers/transfers.ts'
import { logs, myLogs } from './logs.ts'
import { messages } from './messages.ts'
import { offices } from './offices/index.ts'
import { positions } from './positions.ts'
import { officialProfessions, professions } from './professions.ts'
import { registration } from './registration.ts'
import { reviews } from './reviews.ts'
import { session } from './session.ts'
import { conf } from './settings/app.ts'
import { uploads } from './uploads.ts'
import type { AnyResource } from './kit/index.ts'

// What the shell behind the sign-in declares from its start, with the schemas that its forms need anyway; the sign-in
// page must not import it (a test of the build keeps it out), and a page that needs one entity imports its file.

/** What has screens, in the order of the menu. */
export const entities: readonly AnyResource[] = [
  reviews,
  offices,
  admins,
  lawyers,
  transfers,
  cards,
  categories,
  trends,
  articles,
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
  recycled,
  myLogs,
  messages,
  announcements,
  receivers,
  conf,
]

/** By name; what has no screens is here too. */
export const entityGroups = {
  session,
  registration,
  uploads,
  conf,
  areas,
  offices,
  admins,
  lawyers,
  imports,
  recycled,
  transfers,
  cards,
  professions,
  officialProfessions,
  positions,
  categories,
  trendTypes,
  articleTypes,
  caseTypes,
  videoTypes,
  articles,
  trends,
  cases,
  videos,
  authors,
  ownArticles,
  lawyerArticles,
  logs,
  myLogs,
  messages,
  announcements,
  receivers,
  reviews,
}
