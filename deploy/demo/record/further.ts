import { resources } from '../../../resources/index.ts'
import type { CallRecording, Values } from '../recording.ts'
import type { Listed } from './inputs.ts'

// Inputs that a page sends although the call does not need them.

type Recorded = ReadonlyMap<string, CallRecording>
type Seen = { listed: Listed; recorded: Recorded }
type Inputs = (seen: Seen) => Values[]

const idsIn = ({ listed }: Seen, path: string, id = 'id'): unknown[] => [
  ...new Set((listed.get(path) ?? []).map(({ row }) => row[id])),
]

const cardIds = (seen: Seen) => idsIn(seen, '/lawyer/card/pageList')
const lawyerIds = (seen: Seen) => idsIn(seen, '/lawyer/pageList')
const articleIds = (seen: Seen) => idsIn(seen, '/article/getList', 'articleId')
const officeIds = (seen: Seen) => idsIn(seen, '/firmOrganization/pageList', 'organizationId')
const adminIds = (seen: Seen) => idsIn(seen, '/firmAccessUser/pageList')

const recordSubjects = (seen: Seen): Values[] =>
  Object.entries({
    cards: cardIds(seen),
    lawyers: lawyerIds(seen),
    articles: articleIds(seen),
    offices: officeIds(seen),
    admins: adminIds(seen),
  }).flatMap(([type, ids]) => ids.map(id => ({ type, id })))

/** Settings have one history each, under the name that the log has for them. */
const settingSubjects = ({ listed }: Seen): Values[] =>
  [...new Set((listed.get('/log/getAdminLogPageList') ?? []).map(({ row }) => row['targetType']))]
    .filter(type => typeof type === 'string')
    .map(type => ({ type }))

/** Codes of areas in the answers of a call, of the provinces or of their cities. */
const codesIn = ({ recorded }: Seen, path: string): string[] =>
  Object.values(recorded.get(path) ?? {}).flatMap(answer =>
    'data' in answer && Array.isArray(answer.data)
      ? answer.data.flatMap(it => (typeof it?.code === 'string' ? [it.code as string] : []))
      : [],
  )

const areaCode = /^\d{6}$/
/** Codes of areas that rows name. */
const namedAreas = ({ listed }: Seen): string[] => [
  ...new Set(
    [...listed.values()].flat().flatMap(({ row }) =>
      Object.entries(row)
        .filter(([name, value]) => name.endsWith('Code') && areaCode.test(String(value)))
        .map(([, value]) => String(value)),
    ),
  ),
]

const queueKinds = ['registration', 'card', 'article', 'proposal']

/** By the path of the call; the empty input is among them where a page sends it. */
export const furtherInputs: Readonly<Record<string, Inputs>> = {
  '/lawyer/card/cardInfoByLawyer': seen => [{}, ...lawyerIds(seen).map(lawyerId => ({ lawyerId }))],
  '/lawyer/card/visits': seen =>
    ['day', 'month'].flatMap(by => [
      { by },
      ...cardIds(seen).map(id => ({ id, by })),
      ...officeIds(seen).map(organizationId => ({ organizationId, by })),
    ]),
  '/preview/links': seen => [
    ...cardIds(seen).map(cardId => ({ cardId })),
    ...articleIds(seen).map(articleId => ({ articleId })),
  ],
  '/lawyer/lawyerInfo/{id}': seen => lawyerIds(seen).flatMap(id => [{ id }, { id, reveal: 1 }]),
  '/mandate/given': seen => [{}, ...lawyerIds(seen).map(lawyerId => ({ lawyerId }))],
  '/log/timeline': seen =>
    [...recordSubjects(seen), ...settingSubjects(seen)].map(subject => ({ ...subject, size: 50 })),
  '/view/shared': () => resources.flatMap(({ name, views }) => (views.list ? [{ resource: name }] : [])),
  '/firm/firmInfo/{id}': () => [{ id: 1 }],
  '/articleType/getList': () =>
    [{}, { enabled: 1 }].flatMap(it => [it, ...[1, 2, 3, 4].map(kind => ({ ...it, kind }))]),
  '/firm/post': () => [{}, { enabled: '1' }],
  '/firm/mpconf': () => [{}, { draft: 1 }],
  '/audit/queue': () => [
    {},
    { isOverdue: 1 },
    { isAssigned: 1 },
    ...queueKinds.flatMap(kind => [{ kind }, { kind, isOverdue: 1 }, { kind, isAssigned: 1 }]),
  ],
  '/firmConf/cardVerification/preview': () => ['active', 'inactive', 'left'].map(status => ({ status })),
  '/area/cityList': seen => codesIn(seen, '/area/provinceList').map(provinceCode => ({ provinceCode })),
  '/area/districtList': seen => codesIn(seen, '/area/cityList').map(cityCode => ({ cityCode })),
  '/area/areaById': seen => namedAreas(seen).map(code => ({ code })),
}
