import { useTranslate } from 'ra-core'

import type { Field } from '../../../resources/kit/index.ts'
import { isTied } from './OptionContent.tsx'
import { personLine } from './PersonOption.tsx'
import { TruncatedLine } from '../cells.tsx'
import { useNames } from './useChoices.ts'
import { usePeople } from './usePeople.ts'

type Props = { field: Field<'reference' | 'references'>; ids: readonly number[] }

/**
 * The records that a filter names. People are named with their office, because somebody who is not chosen may have the
 * same name.
 */
export const ChosenRecords = ({ field, ids }: Props) => {
  const translate = useTranslate()
  const records = usePeople(field.to, useNames(field.to, ids).names)
  const texts = records.map(it =>
    [it.name, it.person && personLine(it.person, isTied(it, records))].filter(Boolean).join(' · '),
  )
  return <TruncatedLine>{texts.join(translate('、'))}</TruncatedLine>
}
