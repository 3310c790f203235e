import type { AnyRecord } from '../../../resources/kit/index.ts'
import type { Article } from '../../preview/article.ts'
import { articlePageTitle, MiniArticle } from '../../preview/MiniArticle.tsx'
import { PhonePreview } from '../../preview/PhonePreview.tsx'
import type { Kind } from './kind.ts'

type Props = { values: Readonly<Record<string, unknown>>; base: AnyRecord | null; kind: Kind }

/** What the server adds to what is written. */
const unwritten = { people: [], readNum: 0, shareNum: 0, publishAt: null, language: 'CN', sourceType: 1 }

/** The article on the phone while it is being written. */
export const DraftPreview = ({ values, base, kind }: Props) => {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  // A draft lacks what it will have; the preview shows what there is.
  const article = { ...unwritten, ...base, ...Object.fromEntries(given), kind } as unknown as Article
  return (
    <PhonePreview
      lang={article.language}
      screen={() => ({ title: articlePageTitle(article), content: <MiniArticle article={article} /> })}
    />
  )
}
