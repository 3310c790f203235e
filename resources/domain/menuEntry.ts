import type { Icon } from './icon.ts'
import type { Role } from './role.ts'

export type MenuEntry = {
  label: string
  icon: Icon
  role: Role
  /** True if the entry is off until the firm switches it on; all others are on by default (docs/domain.md §2). */
  isOffByDefault?: true
  /** True for an entry that the menu shows only to who maintains a card in its owner's place (resources/cards/mandates.ts). */
  isForAssistants?: true
  /** True for entries that cannot be switched off, so that the operator cannot lock himself out. */
  isAlwaysOn?: true
}
