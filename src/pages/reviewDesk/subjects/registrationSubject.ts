import { firmYear } from '../../../../resources/kit/firmTime.ts'
import { call } from '../../../../providers/call.ts'
import { isBlank } from '../../../../resources/domain/sameness.ts'
import { licenceWarnings } from '../../../../resources/domain/licence.ts'
import type { OutputOf } from '../../../../resources/kit/index.ts'
import { correctableFields, lawyers } from '../../../../resources/lawyers/index.ts'
import { pathTo } from '../../../routing/paths.ts'
import type { Translate } from '../../../../resources/kit/translate.ts'
import { queueKeyOf, type ReviewSubject } from './subject.ts'

type Applicant = OutputOf<(typeof lawyers.calls)['lawyerInfo']>

const shownFields = [
  ...Object.keys(correctableFields),
  'mobile',
  'nameEn',
  'practiceType',
  'firstPractisedYear',
  'source',
  'createdAt',
  'consentAt',
]

/** Person type of lawyers (律师), who need a licence number. */
const lawyerType = 1

const hintsFor = (
  { licenseNumber, personType, practiceType, firstPractisedYear }: Applicant,
  translate: Translate,
) => {
  if (!licenseNumber)
    return personType === lawyerType ? [translate('律师未填写执业证号，请核对人员类别')] : []
  return licenceWarnings(
    licenseNumber,
    { practiceType: practiceType ?? null, firstPractisedYear: firstPractisedYear ?? null },
    firmYear(Date.now()),
  )
}

export const registrationReviewSubject = (
  applicant: Applicant,
  mayCorrect: boolean,
  translate: Translate,
): ReviewSubject => {
  const record = { ...applicant }
  const values: Readonly<Record<string, unknown>> = record
  const { id, version, name } = applicant
  return {
    key: queueKeyOf({ kind: 'registration', id }),
    title: name,
    heading: translate('注册申请，以下为填写的内容'),
    record,
    fields: lawyers.fields,
    names: shownFields.filter(it => !isBlank(values[it])),
    unchanged: [],
    published: null,
    otherLanguage: null,
    findings: [],
    hints: hintsFor(applicant, translate),
    path: pathTo(lawyers.views.edit!.path, id),
    mayCorrect: field => mayCorrect && Object.hasOwn(correctableFields, field),
    consequence: translate('通过后可以登录并填写名片'),
    refusal: {
      verb: translate('驳回'),
      hint: translate('申请人会看到原因，修改后可重新提交。'),
      isByField: false,
      refused: 'registration',
    },
    decide: ({ patch, refusal }) => {
      const input = refusal
        ? ({ id, version, result: 0, reason: refusal.reason } as const)
        : ({ id, version, result: 1, ...(Object.keys(patch).length > 0 && { patch }) } as const)
      return { input, send: options => call('lawyers.pass', input, options) }
    },
  }
}
