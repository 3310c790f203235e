import type { MenuName } from './menu.ts'

/** The entry of each kind of content, by the number it has on the wire. */
const menuOf: Readonly<Record<number, MenuName>> = {
  1: 'cms.trend',
  2: 'cms.article',
  3: 'cms.case',
  4: 'cms.video',
}
export const contentKinds = [1, 2, 3, 4] as const

/** The same in the mini-program (domain.md §6.8). */
export const miniProgramSwitchOf = { 1: 'trend', 2: 'article', 3: 'case', 4: 'video' } as const

/** A kind of content obeys its own switch; what is about none in particular that of all content. */
export const contentFeature = ({ kind }: { readonly kind?: unknown }): MenuName[] => {
  const own = typeof kind === 'number' ? menuOf[kind] : undefined
  return [own ?? 'cms']
}
