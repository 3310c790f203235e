import { ResourceContextProvider, useTranslate } from 'ra-core'
import { useSearchParams } from 'react-router-dom'

import { articleResourceOfKind } from '../../../resources/articles/index.ts'
import { PageTitle, useMenuMark } from '../../layout/pageSlots.tsx'
import { useSession } from '../../session/sessionContext.ts'
import { ArticleForm } from './ArticleForm.tsx'
import { parseContentKind } from './kind.ts'

/** Page 新增内容; the address names the kind of article: `?kind=2`. */
export const ArticleAdd = () => {
  const translate = useTranslate()
  const { self } = useSession()
  const [search] = useSearchParams()
  const kind = parseContentKind(search.get('kind'))
  const resource = articleResourceOfKind(kind)
  useMenuMark(resource.views.list?.menu)
  return (
    <ResourceContextProvider value={resource.name}>
      <PageTitle>{translate('新增%{label}', { label: translate(resource.label) })}</PageTitle>
      <ArticleForm
        key={kind}
        kind={kind}
        base={null}
        initial={{ organizationId: self.organizationId, ...(kind === 4 && { videoType: 1 }) }}
        reload={async saved => saved}
      />
    </ResourceContextProvider>
  )
}
