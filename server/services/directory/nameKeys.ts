import { toName } from '../../../resources/kit/index.ts'
import { searchText } from '../../db/lists/searchText.ts'
import { nameReader } from './pinyin.ts'

// The columns by which rows are found and sorted by their names. Every writer takes them from here, and the
// reconciliation (nameKeyRepair.ts) computes them anew.

type LawyerTexts = {
  name: string
  /** The spelling of the person's own, or the derived one. */
  namePinyin: string
  nameInitials: string
  nameEn?: string | null
  mobile: string
  licenseNumber?: string | null
  employeeNo?: string | null
}

export const lawyerKeys = (it: LawyerTexts) => ({
  nameSort: nameReader.sortKey(it.name, it.namePinyin),
  search: searchText(
    toName(it.name),
    ...nameReader.spellings(it.name, it.namePinyin),
    it.nameInitials,
    it.nameEn,
    it.mobile,
    it.licenseNumber,
    it.employeeNo,
  ),
})

export type CardOwnerTexts = Pick<LawyerTexts, 'name' | 'namePinyin' | 'mobile' | 'licenseNumber'>

/** The lawyer's own spelling is used for a card of the same name. */
export const cardKeys = (name: string, lawyer: CardOwnerTexts) => {
  const own = toName(name) === toName(lawyer.name) ? lawyer.namePinyin : ''
  return {
    namePinyin: nameReader.pinyin(name, own).full,
    nameSort: nameReader.sortKey(name, own),
    search: searchText(
      toName(name),
      ...nameReader.spellings(name, own),
      toName(lawyer.name),
      lawyer.mobile,
      lawyer.licenseNumber,
    ),
  }
}

type AdminTexts = { name: string; account?: string | undefined; mobile?: string | undefined }

export const adminKeys = ({ name, account, mobile }: AdminTexts) => ({
  nameSort: nameReader.sortKey(name),
  search: searchText(toName(name), ...nameReader.spellings(name), account, mobile),
})

type OfficeTexts = { name: string; shortName?: string | null | undefined; address: string }

export const officeKeys = ({ name, shortName, address }: OfficeTexts) => {
  const { full, initials } = nameReader.textPinyin(name)
  return {
    namePinyin: full,
    nameSort: nameReader.textSortKey(name),
    search: searchText(name, shortName, full, initials, address),
  }
}
