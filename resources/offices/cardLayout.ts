import { keysOf } from '../kit/index.ts'

// How the template of an office and the firm's card page become one page.

type Levels = Readonly<Record<string, number | null | undefined>>

/** What a card page has that a template may replace. */
type Page = {
  template?: number | null | undefined
  background?: string | null | undefined
  textColor?: string | null | undefined
  avatarStyle?: number | null | undefined
  headFields?: readonly string[] | null | undefined
  blocks?: readonly unknown[] | null | undefined
}
type Overrides = { readonly [K in keyof Page]: Page[K] }

const replaced = ['template', 'background', 'textColor', 'avatarStyle', 'headFields', 'blocks'] as const

const isAbsent = (value: unknown) => value == null || (Array.isArray(value) && value.length === 0)

/** The parts of the layout that the office has decided itself. */
export const layoutOf = <T extends Overrides>(given: T | null | undefined): Partial<T> => {
  const layout: Partial<T> = given ? { ...given } : {}
  for (const name of keysOf(layout))
    if (!replaced.some(it => it === name) || isAbsent(layout[name])) delete layout[name]
  return layout
}

/** The firm's card page as it is for the cards of an office. */
export const pageOfOffice = <P extends object, T extends Overrides>(
  firmPage: P,
  given: T | null | undefined,
): P & Partial<T> => ({
  ...firmPage,
  ...layoutOf(given),
})

/** The level of a field: the stricter one of firm and office, so that an office never loosens it. */
export const strictestLevel = (name: string, firm: Levels, office: Levels | null | undefined) =>
  Math.max(firm[name] ?? 1, office?.[name] ?? 1)

/** The card field of each entry of `headFields` in the setting of the card page. */
const fieldsOfHead: Readonly<Record<string, string>> = {
  name: 'name',
  position: 'workPosition',
  titles: 'titles',
  team: 'team',
  phone: 'phone',
  mobile: 'mobile',
  email: 'email',
  address: 'addressOverride',
  licence: 'licenseNumber',
}
const fieldsOfBlocks = [
  'intro',
  'professions',
  'education',
  'work',
  'social',
  'honours',
  'publications',
  'cases',
  'clients',
  'video',
]

type Block = { key?: string | null | undefined; enabled?: number | null | undefined }

/** The fields of a card that a card page shows. */
export const shownFields = ({
  headFields,
  blocks,
}: {
  headFields?: readonly string[] | null | undefined
  blocks?: readonly Block[] | null | undefined
}): string[] => [
  ...(headFields ?? []).flatMap(name => fieldsOfHead[name] ?? []),
  ...(blocks ?? []).flatMap(({ key, enabled }) =>
    enabled !== 0 && fieldsOfBlocks.some(it => it === key) ? [key!] : [],
  ),
]
