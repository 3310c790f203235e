import type { SearchableName } from '../comboBox/nameRank.ts'
import { type PersonFacts, PersonOption } from './PersonOption.tsx'

/** An option of a searchable list. */
export type ListOption = SearchableName & {
  id: string | number
  note?: string
  /** Of a person, who looks the same wherever people are chosen. */
  person?: PersonFacts
}

/** Whether another option has the same name. */
export const isTied = ({ id, name }: ListOption, options: readonly ListOption[]) =>
  options.some(other => other.id !== id && other.name === name)

type Props = { option: ListOption; options: readonly ListOption[] }

/** What an option of a searchable list shows: its name, or a person. */
export const OptionContent = ({ option, options }: Props) =>
  option.person ? (
    <PersonOption name={option.name} person={option.person} isTied={isTied(option, options)} />
  ) : (
    option.name
  )
