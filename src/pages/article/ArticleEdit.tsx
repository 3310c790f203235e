import { ResourceContextProvider, useGetOne } from 'ra-core'
import { useParams } from 'react-router-dom'

import { retry } from '../../../providers/queryClient.ts'
import { articleKinds, articles } from '../../../resources/articles/index.ts'
import type { AnyRecord } from '../../../resources/kit/index.ts'
import { Spinner } from '../../layout/Spinner.tsx'
import { ErrorState } from '../../views/states.tsx'
import { ResourceEdit } from '../../views/ResourceForm.tsx'
import { detail } from '../../views/form/useSave.ts'
import { kindOf } from './kind.ts'

import '../../views/views.css'

/** 编辑内容: the address is the same for all kinds, so the article itself says whose form it is. */
export const ArticleEdit = () => {
  const id = Number(useParams().id)
  const { data, error, refetch } = useGetOne<AnyRecord>(
    articles.name,
    { id },
    { ...retry, meta: detail, onError: () => {} },
  )
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Spinner />
  const resource = articleKinds[kindOf(data.kind)]
  return (
    <ResourceContextProvider value={resource.name}>
      <ResourceEdit resource={resource} id={id} />
    </ResourceContextProvider>
  )
}
