// Layout of the 17-digit licence number according to public sources (docs/domain.md §7): type, province, city, year,
// category, sex, serial number. Sources differ, so a mismatch only produces a warning.

/** 执业类别 by the tenth digit. Military lawyers (军队, 9) have no value of their own. */
const practiceTypes: Record<string, PracticeType> = {
  '1': 1,
  '2': 2,
  '3': 5,
  '4': 5,
  '5': 5,
  '6': 3,
  '7': 4,
  '8': 6,
}

/** 1 专职 2 兼职 3 公职 4 公司 5 港澳台居民 6 法律援助 */
type PracticeType = 1 | 2 | 3 | 4 | 5 | 6

type Licence = {
  /** False for a certificate of another type, such as legal aid. */
  isLawyer: boolean
  provinceCode: string
  cityCode: string
  /** Year of the first licence. */
  year: number
  practiceType: PracticeType | null
  /** 1 男, 2 女; null for any other digit. */
  gender: 1 | 2 | null
  serial: string
}

const layout = /^(\d)(\d{2})(\d{2})(\d{4})(\d)(\d)(\d{6})$/

/** Decodes a licence number; null if it does not have 17 digits (older ones have 12). */
export const decodeLicence = (number: string): Licence | null => {
  const parts = layout.exec(number)
  if (!parts) return null
  const [, type = '', province = '', city = '', year = '', category = '', sex = '', serial = ''] = parts
  return {
    isLawyer: type === '1',
    provinceCode: `${province}0000`,
    cityCode: `${province}${city}00`,
    year: Number(year),
    practiceType: practiceTypes[category] ?? null,
    gender: sex === '0' ? 1 : sex === '1' ? 2 : null,
    serial,
  }
}

const isLicenceLength = (number: string) => /^(\d{17}|\d{12})$/.test(number)

/** Other facts of the form that are compared with the number; absent facts are skipped. */
export type LicenceFacts = {
  provinceCode?: string | null
  gender?: 0 | 1 | 2 | null
  practiceType?: number | null
  firstPractisedYear?: number | null
}

const lengthWarning = '执业证号应为17位数字（旧证12位），请核对'
const firstYear = 1980

const differs = (read: number | string | null, given: number | string | null | undefined) =>
  read !== null && given !== null && given !== undefined && given !== 0 && read !== given

/** Warnings to show beside the field; they never prevent saving. */
export const licenceWarnings = (number: string, facts: LicenceFacts, thisYear: number): string[] => {
  if (!isLicenceLength(number)) return [lengthWarning]
  const licence = decodeLicence(number)
  if (!licence) return ['这是12位旧证号，请确认是否已换发新证']
  const isYearPossible = licence.year >= firstYear && licence.year <= thisYear
  const checks: [boolean, string][] = [
    [!licence.isLawyer, '证号首位不是1，可能不是律师执业证，请核对'],
    [!isYearPossible, `证号中的首次执业年份${licence.year}不合理，请核对`],
    [differs(licence.provinceCode, facts.provinceCode), '证号中的省份与所属律所不同，如为调入人员请忽略'],
    [differs(licence.gender, facts.gender), '证号中的性别与填写的性别不同，请核对'],
    [differs(licence.practiceType, facts.practiceType), '证号中的执业类别与填写的不同，请核对'],
    [
      isYearPossible && differs(licence.year, facts.firstPractisedYear),
      `证号中的首次执业年份为${licence.year}，与填写的不同，请核对`,
    ],
  ]
  return checks.filter(([isWrong]) => isWrong).map(([, sentence]) => sentence)
}
