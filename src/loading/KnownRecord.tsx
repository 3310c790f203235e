import { useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'

import { isPlain } from '../../resources/kit/objects.ts'
import type { AnyRecord, AnyResource } from '../../resources/kit/index.ts'
import { FormSkeleton } from '../layout/FormSkeleton.tsx'
import { PageTitle } from '../layout/pageSlots.tsx'
import { useTranslate } from '../i18n/useTranslate.ts'
import { DetailActions } from '../views/DetailActions.tsx'
import { PreviousNext } from '../views/PreviousNext.tsx'
import { KnownForm } from './KnownForm.tsx'

/** The row of the record that the address names, as a list has shown it. */
const useKnownRow = (resource: string) => {
  const { id } = useParams()
  return useQueryClient()
    .getQueriesData<{ data: readonly AnyRecord[] }>({ queryKey: [resource, 'getList'] })
    .flatMap(([, page]) => page?.data ?? [])
    .find(row => isPlain(row) && String(row.id) === id)
}

type Props = {
  resource: AnyResource
  titleOf: (title: string) => string
}

/** What a list knows of a record, to be read until the record itself is there and takes the same place. */
export const KnownRecord = ({ resource, titleOf }: Props) => {
  const translate = useTranslate()
  const row = useKnownRow(resource.name)
  if (!row) return <FormSkeleton />
  return (
    <div role="status" aria-label={translate('加载中')} aria-busy>
      <PageTitle>{titleOf(String(row[resource.title] ?? row.id))}</PageTitle>
      <PreviousNext resource={resource} id={row.id} view="edit" />
      <DetailActions resource={resource} record={row} onAct={null} />
      <KnownForm resource={resource} row={row} />
    </div>
  )
}
