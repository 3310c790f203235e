import { levelLabels } from '../../../resources/domain/levelLabels.ts'
import { resourceNamed } from '../../../resources/index.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import type { privacyRequests } from '../../../resources/privacyRequests.ts'

export type InventoryAnswer = OutputOf<(typeof privacyRequests.calls)['inventory']>
type InventoriedResource = InventoryAnswer['resources'][number]
export type InformationClass = InventoryAnswer['kept'][number]['class']
type Holder = InventoriedResource['read'][number]

const scopes = [
  ['all', '全所'],
  ['office', '本所'],
  ['own', '本人创建的'],
  ['self', '本人的'],
] as const

/** The levels by how far they reach, such as “全所：总所主管理员、总所子管理员”. */
const holderText = (holders: readonly Holder[], translate: Translate): string => {
  if (holders.length === 0) return translate('无')
  const names = (reach: Holder['scope']) =>
    holders.filter(it => it.scope === reach).map(it => translate(levelLabels[it.level]))
  return scopes
    .flatMap(([reach, label]) => {
      const levels = names(reach).join(translate('、'))
      return levels === '' ? [] : [translate('%{label}：%{text}', { label: translate(label), text: levels })]
    })
    .join(translate('；'))
}

export type InventoryRow = {
  field: string
  label: string
  class: InformationClass
  purpose: string
  /** Who may read the field, if not everybody who reads the record. */
  limits: string[]
}
export type InventoryPart = { resource: string; label: string; readers: string; rows: InventoryRow[] }

const limitsOf = (restriction: InventoriedResource['restricted'][number], translate: Translate) => [
  translate('完整查看：%{holders}', { holders: holderText(restriction.whole, translate) }),
  ...(restriction.isLogged ? [translate('每次完整查看记入日志')] : []),
]

/** The inventory with the labels of the declarations, one part for each sort of record. */
export const inventoryParts = ({ resources }: InventoryAnswer, translate: Translate): InventoryPart[] =>
  resources.flatMap(({ resource, read, groups, restricted }) => {
    const declared = resourceNamed(resource)
    if (!declared) return []
    const rows = groups.flatMap(group =>
      group.fields.map(field => {
        const restriction = restricted.find(it => it.field === field)
        return {
          field,
          label: translate(declared.fields[field]?.label ?? field),
          class: group.class,
          purpose: translate(group.purpose),
          limits: restriction ? limitsOf(restriction, translate) : [],
        }
      }),
    )
    return [{ resource, label: translate(declared.label), readers: holderText(read, translate), rows }]
  })

/** The parts with the rows of a class that contain a text; parts without such rows are left out. */
export const filteredParts = (
  parts: readonly InventoryPart[],
  { class: only, text }: { class: InformationClass | 'all' | 'personal'; text: string },
): InventoryPart[] => {
  const wanted = text.trim().toLowerCase()
  const isWanted = (row: InventoryRow, label: string) =>
    [label, row.label, row.purpose].some(it => it.toLowerCase().includes(wanted))
  const isOfClass = (row: InventoryRow) =>
    only === 'all' || (only === 'personal' ? row.class !== 'none' : row.class === only)
  return parts
    .map(part => ({ ...part, rows: part.rows.filter(row => isOfClass(row) && isWanted(row, part.label)) }))
    .filter(part => part.rows.length > 0)
}
