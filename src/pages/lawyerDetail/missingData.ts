import { firmYear } from '../../../resources/kit/firmTime.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import type { lawyers } from '../../../resources/lawyers/index.ts'
import type { Translate } from '../../../resources/kit/translate.ts'

export type PersonRecord = OutputOf<(typeof lawyers.calls)['lawyerInfo']>

/** Missing data of a person, by the same rule as the list's filter 待补. */
export const missingData = (person: PersonRecord, now: Date, translate: Translate): string[] => {
  const isPractisingLawyer = person.status === 1 && person.personType === 1
  // The assessment of a year takes place in the following year.
  const assessYear = firmYear(now) - 1
  const isAssessed = person.assessments?.some(it => it.year === assessYear) ?? false
  return [
    ...(isPractisingLawyer && !person.licenseNumber ? [translate('未登记执业证号')] : []),
    ...(isPractisingLawyer && !isAssessed ? [translate('未登记%{assessYear}年度考核', { assessYear })] : []),
    ...(person.status === 1 && !person.avatar ? [translate('未上传头像')] : []),
  ]
}
