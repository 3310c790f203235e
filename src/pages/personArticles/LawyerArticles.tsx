import { useGetOne, useTranslate } from 'ra-core'
import { useMemo } from 'react'
import { useParams } from 'react-router-dom'

import { retry } from '../../../providers/queryClient.ts'
import { lawyerArticles } from '../../../resources/articles/personal.ts'
import type { AnyRecord } from '../../../resources/kit/index.ts'
import { PageTitle } from '../../shell/pageSlots.tsx'
import { ResourceList } from '../../list/ResourceList.tsx'
import { ErrorState } from '../../shell/states.tsx'

/** 个人内容: what a person of the staff is named in, for whoever arranges his page. */
export const LawyerArticles = () => {
  const translate = useTranslate()
  const id = Number(useParams()['id'])
  const filter = useMemo(() => ({ lawyerId: id }), [id])
  const { data, error, refetch } = useGetOne<AnyRecord>(
    'lawyers',
    { id },
    { ...retry, onError: () => {}, enabled: id > 0 },
  )
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null
  return (
    <>
      <PageTitle>{translate('%{name}的内容', { name: String(data.name) })}</PageTitle>
      <ResourceList resource={lawyerArticles} storeKey={`lawyerArticles.${id}`} filter={filter} />
    </>
  )
}
