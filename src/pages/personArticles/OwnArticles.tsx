import { useMemo } from 'react'

import { ownArticles } from '../../../resources/articles/personal.ts'
import { useSession } from '../../shell/sessionContext.ts'
import { ResourceList } from '../../list/ResourceList.tsx'

/** 我的内容: what the signed-in lawyer is named in, and what his page shows of it. */
export const OwnArticles = () => {
  const { id } = useSession().self
  const filter = useMemo(() => ({ lawyerId: id }), [id])
  return <ResourceList resource={ownArticles} filter={filter} />
}
