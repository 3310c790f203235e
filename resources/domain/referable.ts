import type { ExtensionName } from '../kit/extensionNames.ts'

/** Names of the entities that fields of other entities refer to by id. */
export type Referable =
  | 'admins'
  | 'announcements'
  | 'articleTypes'
  | 'authors'
  | 'caseTypes'
  | 'categories'
  | 'lawyers'
  | 'offices'
  | 'officialProfessions'
  | 'positions'
  | 'professions'
  | 'trendTypes'
  | 'videoTypes'
  | ExtensionName
