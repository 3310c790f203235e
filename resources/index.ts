import { admins } from './admins.ts'
import { announcements, receivers } from './announcements.ts'
import { areas } from './areas.ts'
import { authors } from './articles/authors.ts'
import { articles, cases, trends, videos } from './articles/index.ts'
import { lawyerArticles, ownArticles } from './articles/personal.ts'
import { cards } from './cards/index.ts'
import { articleTypes, caseTypes, categories, trendTypes, videoTypes } from './categories.ts'
import type { AnyResource, Call } from './kit/index.ts'
import { lawyers } from './lawyers/index.ts'
import { logs, myLogs } from './logs.ts'
import { messages } from './messages.ts'
import { offices } from './offices/index.ts'
import { positions } from './positions.ts'
import { officialProfessions, professions } from './professions.ts'
import { registration } from './registration.ts'
import { reviews } from './reviews.ts'
import { session } from './session.ts'
import { conf } from './settings/app.ts'
import { firm } from './settings/firm.ts'
import { firmConf, settings } from './settings/firmConf.ts'
import { system } from './settings/system.ts'
import { uploads } from './uploads.ts'

// Everything that is declared. The shell behind the sign-in imports it, with the schemas that its forms need anyway;
// the sign-in page must not (a test of the build keeps it out), and a page that needs one entity imports its file.

/** What has screens, in the order of the menu. */
export const resources: readonly AnyResource[] = [
  reviews,
  offices,
  admins,
  lawyers,
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
  myLogs,
  messages,
  announcements,
  receivers,
  firm,
  conf,
  ...Object.values(settings).filter(({ views }) => views.edit),
]

/** By name; what has no screens is here too. */
const groups = {
  session,
  registration,
  uploads,
  conf,
  firm,
  firmConf,
  ...settings,
  system,
  areas,
  offices,
  admins,
  lawyers,
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
type Groups = typeof groups
type GroupName = keyof Groups
type Key<G extends GroupName> = `${G}.${keyof Groups[G]['calls'] & string}`
type CallOf<N> = N extends `${infer G extends GroupName}.${infer C}`
  ? C extends keyof Groups[G]['calls']
    ? Groups[G]['calls'][C]
    : never
  : never
type Registry = { [N in { [G in GroupName]: Key<G> }[GroupName]]: CallOf<N> }

/** Every declared call by the name of its group and its own, `offices.pageList`, which no type of a loop can say. */
export const registry = Object.fromEntries(
  Object.values(groups).flatMap(({ name, calls }) =>
    Object.entries(calls).map(([key, call]) => [`${name}.${key}`, call]),
  ),
) as Registry

/** The calls beside the specification's, as conf.app names them to say that they are served. */
export const additions: readonly string[] = [
  ...new Set(
    Object.values<Call>(registry)
      .filter(it => it.isAddition)
      .map(({ method, path }) => `${method} ${path}`),
  ),
]

const byName: Readonly<Record<string, Call>> = registry

/** Throws where nothing of this name is declared (specification, section 8). */
export const callNamed = (name: string): Call => {
  const call = Object.hasOwn(byName, name) ? byName[name] : undefined
  if (!call) throw new Error(`接口未定义：${name}`)
  return call
}
