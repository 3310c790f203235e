import { decodeLicence } from '../../../resources/domain/licence.ts'
import { ownSpelling } from '../../../resources/domain/nameReadings.ts'
import type { lawyers } from '../../db/tables.ts'
import { englishName, nameReader } from '../directory/pinyin.ts'

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

/** The names derived from the name where none were written; a corrected surname also corrects its initial. */
export const lawyerNamesFor = ({ name, nameEn, namePinyin, nameInitials }: LawyerNames) => {
  const own = ownSpelling(namePinyin ?? '')
  const { full, initials } = nameReader.pinyin(name, own)
  return {
    nameEn: nameEn || englishName(name, own),
    namePinyin: full,
    nameInitials: ownSpelling(nameInitials ?? '') || full.slice(0, 1) + initials.slice(1),
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
