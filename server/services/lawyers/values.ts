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

type Names = {
  name: string
  nameEn?: string | null
  namePinyin?: string | null
  nameInitials?: string | null
}

/** As pinyin is typed: no tones, no spaces, v for ü. */
const plain = (pinyin: string) =>
  pinyin
    .toLowerCase()
    .replaceAll('ü', 'v')
    .normalize('NFD')
    .replaceAll(/[^a-z0-9]/g, '')

/** The names that follow from the name where nobody wrote them; a corrected surname corrects its initial too. */
export const namesFor = ({ name, nameEn, namePinyin, nameInitials }: Names) => {
  const { full, initials } = pinyinOf(name)
  const pinyin = (namePinyin && plain(namePinyin)) || full
  return {
    nameEn: nameEn || englishName(name),
    namePinyin: pinyin,
    nameInitials: (nameInitials && plain(nameInitials)) || pinyin.slice(0, 1) + initials.slice(1),
  }
}

type Practice = {
  licenseNumber?: string | null
  practiceType?: 1 | 2 | 3 | 4 | 5 | 6 | null
  firstPractisedYear?: number | null
}

/** What the licence number says, where nobody wrote it. */
export const practiceFor = ({ licenseNumber, practiceType, firstPractisedYear }: Practice) => {
  const licence = licenseNumber ? decodeLicence(licenseNumber) : null
  return {
    practiceType: practiceType ?? licence?.practiceType ?? null,
    firstPractisedYear: firstPractisedYear ?? licence?.year ?? null,
  }
}

type Found = {
  name: string
  namePinyin: string
  nameInitials: string
  nameEn?: string | null
  mobile: string
  licenseNumber?: string | null
  employeeNo?: string | null
}

export const lawyerSearch = (it: Found) =>
  searchText(it.name, it.namePinyin, it.nameInitials, it.nameEn, it.mobile, it.licenseNumber, it.employeeNo)
