import { useListContext, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import { isBlank } from '../../resources/domain/sameness.ts'
import { type AnyEntity, parametersOf } from '../../resources/kit/index.ts'
import type { Translate } from '../../resources/kit/translate.ts'
import { writtenNames } from '../fields/kinds.tsx'
import { EmptyState, NoResult } from '../states/emptyStates.tsx'

/** Labels of the active search, tab and filters. */
const activeConditions = (
  { fields, filters, tabs }: AnyEntity,
  values: Readonly<Record<string, unknown>>,
  translate: Translate,
) => {
  const labelOf = (name: string) => {
    if (name === 'keyword') return translate('搜索词')
    const filter = Object.entries(filters).find(([own, it]) => parametersOf(own, it).includes(name))
    if (filter) return translate(filter[1].field.label)
    const owner = Object.entries(fields).find(
      ([other, field]) => other !== name && writtenNames(field, other).includes(name),
    )
    return translate((owner?.[1] ?? fields[name] ?? (tabs && fields[tabs.field]))?.label ?? name)
  }
  const activeNames = Object.keys(values).filter(name => !isBlank(values[name]))
  return [...new Set(activeNames.map(labelOf))]
}

type Props = { resource: AnyEntity; creation: ReactNode }

/**
 * Shown instead of rows: whether the list is empty or filters exclude everything, with a button for the next step.
 */
export const EmptyList = ({ resource, creation }: Props) => {
  const translate = useTranslate()
  const { filterValues, setFilters } = useListContext()
  const conditions = activeConditions(resource, filterValues, translate)
  if (conditions.length > 0) return <NoResult conditions={conditions} onClear={() => setFilters({})} />
  return <EmptyState label={resource.label} empty={resource.empty} action={creation} />
}
