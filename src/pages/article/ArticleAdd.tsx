import { ResourceContextProvider } from 'ra-core'
import { useSearchParams } from 'react-router-dom'

import { articleKinds } from '../../../resources/articles/index.ts'
import { useShell } from '../../layout/shell.ts'
import { PageTitle } from '../../layout/pageSlots.tsx'
import { ResourceCreate } from '../../views/ResourceForm.tsx'
import { kindOf } from './kind.ts'

/** 新增内容: of the kind that the address says, `?kind=2`. */
export const ArticleAdd = () => {
  const { self } = useShell()
  const [search] = useSearchParams()
  const resource = articleKinds[kindOf(search.get('kind'))]
  return (
    <ResourceContextProvider value={resource.name}>
      <PageTitle>新增{resource.label}</PageTitle>
      <ResourceCreate
        key={resource.name}
        resource={resource}
        initial={{ organizationId: self.organizationId }}
      />
    </ResourceContextProvider>
  )
}
