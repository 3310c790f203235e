import { useListContext, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import { isBlank } from '../../resources/domain/sameness.ts'
import { type AnyEntity, parametersOf } from '../../resources/kit/index.ts'
import type { Translate } from '../../resources/kit/translate.ts'
import { writtenNames } from '../fields/kinds.tsx'
import { EmptyState, NoResult } from '../shell/emptyStates.tsx'

/** The labels of the conditions that are set, to name those that may be dropped. */
const conditionsOf = (
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
  const set = Object.keys(values).filter(name => !isBlank(values[name]))
  return [...new Set(set.map(labelOf))]
}

type Props = { resource: AnyEntity; createLink: ReactNode }

/** In the place of rows: why there are none, and what can be done about it. */
export const EmptyList = ({ resource, createLink }: Props) => {
  const translate = useTranslate()
  const { filterValues, setFilters } = useListContext()
  const conditions = conditionsOf(resource, filterValues, translate)
  if (conditions.length > 0) return <NoResult conditions={conditions} onClear={() => setFilters({})} />
  return <EmptyState label={resource.label} empty={resource.empty} action={createLink} />
}
