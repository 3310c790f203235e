import { useQueries } from '@tanstack/react-query'
import { useDataProvider, useResourceContext } from 'ra-core'

import type { Choice } from '../../../providers/choices.ts'
import type { AdminDataProvider } from '../../../providers/dataProvider.ts'
import { resourceNamed } from '../../../resources/index.ts'
import { type AnyEntity, isEntity } from '../../../resources/kit/index.ts'
import { useShownLocale } from '../../language/useLanguage.ts'
import { FormSkeleton } from '../../states/FormSkeleton.tsx'
import { ErrorState } from '../../states/states.tsx'
import { NewRecords } from './NewRecords.tsx'

/** Columns that refer to other records, with the name of the other resource. */
const referenceColumns = ({ importColumns = {}, fields }: AnyEntity) =>
  Object.keys(importColumns).flatMap(name => {
    const field = fields[name]
    return field && 'to' in field ? [[name, field.to] as const] : []
  })

const ImportGrid = ({ resource }: { resource: AnyEntity }) => {
  const { choices } = useDataProvider<AdminDataProvider>()
  const locale = useShownLocale()
  const references = referenceColumns(resource)
  const { data, error, retry } = useQueries({
    queries: references.map(([, to]) => ({
      queryKey: [to, 'choices', '', locale],
      queryFn: ({ signal }: { signal: AbortSignal }) => choices(to, { signal }),
    })),
    combine: queries => ({
      data: queries.map(query => query.data?.data),
      error: queries.find(query => query.error)?.error,
      retry: () => queries.forEach(query => void query.refetch()),
    }),
  })
  const loadedChoices = data.filter((rows): rows is Choice[] => rows !== undefined)
  if (loadedChoices.length === references.length)
    return (
      <NewRecords
        resource={resource}
        choices={Object.fromEntries(references.map(([name], index) => [name, loadedChoices[index]!]))}
      />
    )
  return error ? <ErrorState error={error} onRetry={retry} /> : <FormSkeleton />
}

/** Page 批量导入: creates several records of an entity in a grid. */
export const RecordImportPage = () => {
  const resource = resourceNamed(useResourceContext() ?? '')
  return resource && isEntity(resource) && <ImportGrid resource={resource} />
}
