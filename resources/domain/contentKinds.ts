import type { MenuName } from './menu.ts'

/** The menu entry of each kind of content, by the number of the kind on the wire. */
const menuOf: Readonly<Record<number, MenuName>> = {
  1: 'cms.trend',
  2: 'cms.article',
  3: 'cms.case',
  4: 'cms.video',
}
export const contentKinds = [1, 2, 3, 4] as const

/** The switch of the mini-program for each kind of content (docs/domain.md §6.8). */
export const miniProgramSwitchOf = { 1: 'trend', 2: 'article', 3: 'case', 4: 'video' } as const

/**
 * Menu switches for a call about content: those of the kinds, of which a list may name several, or that of all content if the
 * call is about no single kind.
 */
export const contentFeature = ({ kind }: { readonly kind?: unknown }): MenuName[] => {
  const kinds: unknown[] = Array.isArray(kind) ? kind : [kind]
  const own = kinds.flatMap(it => (typeof it === 'number' ? (menuOf[it] ?? []) : []))
  return own.length > 0 ? own : ['cms']
}
