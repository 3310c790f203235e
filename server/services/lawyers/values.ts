import { decodeLicence } from '../../../resources/domain/licence.ts'
import type { lawyers } from '../../db/tables.ts'
import { searchText } from '../../db/lists/searchText.ts'
import { englishName, pinyinOf } from '../directory/pinyin.ts'

export type Lawyer = typeof lawyers.$inferSelect

export const lawyerTarget = ({
  id,
  name,
  organizationId,
}: Pick<Lawyer, 'id' | 'name' | 'organizationId'>) => ({
  type: 'lawyers',
  id,
  name,
  organizationId,
})

type LawyerNames = {
  name: string
  nameEn?: string | null
  namePinyin?: string | null
  nameInitials?: string | null
}

/** Pinyin as it is typed: no tones, no spaces, v for ü. */
const typedPinyin = (pinyin: string) =>
  pinyin
    .toLowerCase()
    .replaceAll('ü', 'v')
    .normalize('NFD')
    .replaceAll(/[^a-z0-9]/g, '')

/** The names derived from the name where none were written; a corrected surname also corrects its initial. */
export const lawyerNamesFor = ({ name, nameEn, namePinyin, nameInitials }: LawyerNames) => {
  const { full, initials } = pinyinOf(name)
  const pinyin = (namePinyin && typedPinyin(namePinyin)) || full
  return {
    nameEn: nameEn || englishName(name),
    namePinyin: pinyin,
    nameInitials: (nameInitials && typedPinyin(nameInitials)) || pinyin.slice(0, 1) + initials.slice(1),
  }
}

type Practice = {
  licenseNumber?: string | null
  practiceType?: 1 | 2 | 3 | 4 | 5 | 6 | null
  firstPractisedYear?: number | null
}

/** The values derived from the licence number where none were written. */
export const practiceFor = ({ licenseNumber, practiceType, firstPractisedYear }: Practice) => {
  const licence = licenseNumber ? decodeLicence(licenseNumber) : null
  return {
    practiceType: practiceType ?? licence?.practiceType ?? null,
    firstPractisedYear: firstPractisedYear ?? licence?.year ?? null,
  }
}

type SearchedLawyer = {
  name: string
  namePinyin: string
  nameInitials: string
  nameEn?: string | null
  mobile: string
  licenseNumber?: string | null
  employeeNo?: string | null
}

export const lawyerSearch = (it: SearchedLawyer) =>
  searchText(it.name, it.namePinyin, it.nameInitials, it.nameEn, it.mobile, it.licenseNumber, it.employeeNo)
