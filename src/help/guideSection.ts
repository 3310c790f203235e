/** A section of the users' guide, in parts about one page each. */
export type GuideSection = {
  title: string
  parts: {
    /** Address of the page that the text is about, without `/web`; null if it is about none. */
    path: string | null
    /** Whether the text is about the page as a lawyer sees it. */
    isOfLawyers: boolean
    html: string
  }[]
}

const withoutQuery = (path: string) => path.replace(/[?#].*/, '')

/** The page and the pages above it: a record's page is explained with its list, unless it has a text of its own. */
const addressesOf = (path: string): string[] => {
  const above = path.replace(/\/[^/]+$/, '')
  return above === '' ? [path] : [path, `${path}/list`, ...addressesOf(above)]
}

/** `/app/lawyer/2` and `/app/lawyer/7` are the same page. */
const pageOf = (path: string) => path.replaceAll(/\/\d+(?=\/|$)/g, '/:id')

/** What the guide says about a page, with what is written for one's own population first; empty if it says nothing. */
export const sectionsAbout = (
  guide: readonly GuideSection[],
  path: string,
  isLawyer: boolean,
): GuideSection[] => {
  const found = addressesOf(pageOf(withoutQuery(path))).map(address =>
    guide
      .map(({ title, parts }) => ({
        title,
        parts: parts.filter(it => it.path !== null && pageOf(withoutQuery(it.path)) === address),
      }))
      .filter(({ parts }) => parts.length > 0),
  )
  const nearest = found.find(sections => sections.length > 0) ?? []
  const isOwn = ({ parts }: GuideSection) => parts.some(it => it.isOfLawyers === isLawyer)
  return [...nearest.filter(isOwn), ...nearest.filter(it => !isOwn(it))]
}
