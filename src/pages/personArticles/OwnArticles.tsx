import { useMemo } from 'react'

import { ownArticles } from '../../../resources/articles/personal.ts'
import { useShell } from '../../layout/shell.ts'
import { ResourceList } from '../../views/ResourceList.tsx'

/** 我的内容: what the signed-in lawyer is named in, and what his page shows of it. */
export const OwnArticles = () => {
  const { id } = useShell().self
  const filter = useMemo(() => ({ lawyerId: id }), [id])
  return <ResourceList resource={ownArticles} filter={filter} />
}
