import { foldForSearch } from '../../resources/kit/index.ts'
import type { DeclaredEntity, FieldValues } from './crudRules.ts'

/** Names of fields; no two records of a firm have the same values in all of them. */
export type UniqueNames = readonly [string, ...string[]]

const isNotEmpty = (names: readonly string[]): names is UniqueNames => names.length > 0

/** What must be unique among the records of an entity: each of the fields in `unique`, and those in `uniqueTogether`. */
export const uniqueGroupsOf = ({
  unique = [],
  uniqueTogether = [],
}: Pick<DeclaredEntity, 'unique' | 'uniqueTogether'>): UniqueNames[] =>
  [...unique.map(name => [name]), uniqueTogether].filter(isNotEmpty)

const folded = (value: unknown) => (typeof value === 'string' ? foldForSearch(value) : value)

/** Equal for records whose values count as the same: texts without regard to case, width and variants. */
export const uniqueKeyOf = (names: UniqueNames, values: FieldValues) =>
  JSON.stringify(names.map(name => folded(values[name])))

/** 名称、日期: the labels of these fields. */
export const labelsOf = ({ fields }: Pick<DeclaredEntity, 'fields'>, names: UniqueNames) =>
  names.map(name => fields[name]?.label ?? name).join('、')

/** The error at the first of these fields. */
export const duplicateSentence = (
  { fields, label: noun }: Pick<DeclaredEntity, 'fields' | 'label'>,
  names: UniqueNames,
) => {
  const label = labelsOf({ fields }, names)
  return names.length === 1 ? `该${label}已存在` : `已有${label}都相同的${noun}，请修改那一条`
}
