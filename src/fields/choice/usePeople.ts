import { resourceNamed } from '../../../resources/index.ts'
import { type AnyRecord, isPlainObject } from '../../../resources/kit/index.ts'
import type { ListOption } from './OptionContent.tsx'
import { useNames } from './useChoices.ts'

type RecordOption = ListOption & { record?: AnyRecord | undefined }

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
const officeIdOf = ({ record }: RecordOption) => Number(record?.['organizationId']) || null

/** The field with the portrait; only the records of people have one. */
const portraitFieldOf = (to: string) => {
  const resource: unknown = resourceNamed(to)
  return isPlainObject(resource) ? textOf(resource['avatarField']) : null
}

/** The options of a reference, for people with their portrait, office and licence number. */
export const usePeople = (to: string, options: readonly RecordOption[]): readonly ListOption[] => {
  const portraitField = portraitFieldOf(to)
  const officeIds = portraitField === null ? [] : options.map(officeIdOf).filter(id => id !== null)
  const { names: offices } = useNames('offices', [...new Set(officeIds)])
  if (portraitField === null) return options
  const nameOf = new Map(offices.map(({ id, name }) => [id, name]))
  return options.map(option => {
    const { record } = option
    if (!record) return option
    const office = nameOf.get(officeIdOf(option) ?? 0) ?? ''
    const licence = textOf(record['licenseNumber'])
    return { ...option, person: { picture: textOf(record[portraitField]), office, licence } }
  })
}
