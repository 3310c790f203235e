import type { Fields, Field, OutputOf } from '../../../resources/kit/index.ts'
import { pageOfOffice, strictestLevel } from '../../../resources/offices/cardLayout.ts'
import type { offices } from '../../../resources/offices/index.ts'
import { cardTemplateFields } from '../../../resources/domain/officeTemplate.ts'

export type Template = OutputOf<(typeof offices.calls)['cardTemplate']>
type FirmPage = Template['firm']

const firmLevels = { 1: '律所：免审', 2: '律所：需审', 3: '律所：锁定' } as const

/** The select of a field with the levels that are stricter than the firm's; none where the firm has locked it. */
const stricter = (field: Field<'select'>, level: 1 | 2 | 3): Field[] =>
  level === 3
    ? []
    : [
        {
          ...field,
          options: field.options.filter(([value]) => Number(value) > level),
          hint: firmLevels[level],
        },
      ]

/** The fields of a template, with the firm's levels beside those that the office may choose. */
export const fieldsBeside = (firm: FirmPage): Fields => {
  const levels: Readonly<Record<string, 1 | 2 | 3 | undefined>> = firm.policy
  const { policy } = cardTemplateFields
  const offered = Object.entries(policy.fields).flatMap(([name, field]) =>
    stricter(field, levels[name] ?? 1).map(it => [name, it] as const),
  )
  return { ...cardTemplateFields, policy: { ...policy, fields: Object.fromEntries(offered) } }
}

/** What applies to the cards of the office, for whoever may only read it. */
export const effectivePage = ({ firm, isAllowed, ...template }: Template) => {
  if (isAllowed === 0) return firm
  const added = template.requiredFields?.filter(name => !firm.requiredFields.includes(name)) ?? []
  const levels: Readonly<Record<string, number>> = firm.policy
  return {
    ...pageOfOffice(firm, template),
    requiredFields: [...firm.requiredFields, ...added],
    policy: Object.fromEntries(
      Object.keys(levels).map(name => [name, strictestLevel(name, levels, template.policy)]),
    ),
  }
}
