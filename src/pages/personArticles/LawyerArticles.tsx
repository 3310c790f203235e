import { useGetOne, useTranslate } from 'ra-core'
import { useMemo } from 'react'
import { useParams } from 'react-router-dom'

import { lawyerArticles } from '../../../resources/articles/personal.ts'
import type { AnyRecord } from '../../../resources/kit/index.ts'
import { PageTitle } from '../../layout/pageSlots.tsx'
import { ResourceList } from '../../list/ResourceList.tsx'
import { Loaded } from '../../states/Loaded.tsx'

/** Page 个人内容: articles that name a person, for administrators who arrange the person's card. */
export const LawyerArticles = () => {
  const translate = useTranslate()
  const id = Number(useParams()['id'])
  const filter = useMemo(() => ({ lawyerId: id }), [id])
  const query = useGetOne<AnyRecord>('lawyers', { id }, { enabled: id > 0 })
  return (
    <Loaded query={query} loading={null}>
      {person => (
        <>
          <PageTitle>{translate('%{name}的内容', { name: String(person.name) })}</PageTitle>
          <ResourceList resource={lawyerArticles} storeKey={`lawyerArticles.${id}`} filter={filter} />
        </>
      )}
    </Loaded>
  )
}
