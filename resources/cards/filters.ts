import { atMost, equal, integer, reference, select, text } from '../kit/index.ts'
import { allCardFields, confirmation, fitState } from './fields.ts'

const { organizationId, auditStatus, showStatus, isTop, language } = allCardFields

/** The filters of the list of cards, which its exports and files take too. */
export const cardFilters = {
  organizationId: equal(organizationId),
  auditStatus: equal(auditStatus),
  showStatus: equal(showStatus),
  language: equal(language),
  isTop: equal(isTop),
  lawyerId: equal(allCardFields.lawyerId),
  postCode: equal(text('职位编码', { max: 60 })),
  postId: equal(reference('职位', 'positions')),
  professionId: equal(reference('专业领域', 'professions')),
  officialId: equal(reference('标准专业领域', 'officialProfessions')),
  confirmState: equal(confirmation),
  fitState: equal(fitState),
  /** For English cards: whether they say what the published Chinese card says. */
  englishState: equal(
    select('英文名片', [
      [1, '待更新', 'waiting'],
      [2, '已更新', 'good'],
    ]),
  ),
  completenessMax: atMost(integer('完整度不高于', { max: 100, unit: '%' }), 'completeness'),
}

/** The columns by which the list is sorted. */
export const sortableColumns = [
  'name',
  'weight',
  'completeness',
  'submittedAt',
  'publishedAt',
  'updatedAt',
] as const
