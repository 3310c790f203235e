import type { AnyRecord } from '../../../resources/kit/index.ts'
import type { PreviewArticle } from '../../preview/article/article.ts'
import { articleScreenTitle, MiniArticle } from '../../preview/article/MiniArticle.tsx'
import { PhonePreview } from '../../preview/phone/PhonePreview.tsx'
import type { ContentKind } from './kind.ts'

type Props = { values: Readonly<Record<string, unknown>>; base: AnyRecord | null; kind: ContentKind }

/** Default values of fields that the form does not have. */
const defaults = { people: [], readNum: 0, shareNum: 0, publishAt: null, language: 'CN', sourceType: 1 }

/** Phone preview of an article while it is being edited. */
export const DraftPreview = ({ values, base, kind }: Props) => {
  const definedValues = Object.entries(values).filter(([, value]) => value !== undefined)
  // A draft may lack required values; the preview components handle missing ones.
  const article = {
    ...defaults,
    ...base,
    ...Object.fromEntries(definedValues),
    kind,
  } as unknown as PreviewArticle
  return (
    <PhonePreview
      lang={article.language}
      screen={() => ({ title: articleScreenTitle(article), content: <MiniArticle article={article} /> })}
    />
  )
}
