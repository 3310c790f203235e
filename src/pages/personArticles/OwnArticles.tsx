import { useMemo } from 'react'

import { ownArticles } from '../../../resources/articles/personal.ts'
import { useSession } from '../../session/sessionContext.ts'
import { ResourceList } from '../../list/ResourceList.tsx'

/** Page 我的内容: articles that name the signed-in lawyer, and whether the lawyer's card shows them. */
export const OwnArticles = () => {
  const { id } = useSession().self
  const filter = useMemo(() => ({ lawyerId: id }), [id])
  return <ResourceList resource={ownArticles} filter={filter} />
}
