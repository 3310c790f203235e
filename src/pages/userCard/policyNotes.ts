import { cardFields, type Policy } from '../../../resources/cards/index.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import type { OwnCard } from '../../card/useOwnCards.ts'

const policyTexts: Record<Policy, string> = {
  free: '保存后立即发布，无需审核',
  review: '修改需审核',
  locked: '由管理员维护，如需修改请联系管理员',
  outside: '不在代办范围内，由本人维护',
}

/** Notes about review or locking by field name; none if all fields are treated alike, which the page says once. */
export const policyNotes = (card: OwnCard | null, translate: Translate) => {
  const policy: Readonly<Record<string, Policy | undefined>> = card?.policy ?? {}
  const isLocked = (name: string) => policy[name] === 'locked' || policy[name] === 'outside'
  const open = cardFields.filter(name => !isLocked(name))
  const isMixed = card?.published != null && new Set(open.map(name => policy[name])).size > 1
  const notes: Record<string, string> = Object.fromEntries(
    cardFields.flatMap(name => {
      const own = policy[name]
      if (own === 'locked' && card?.template?.locked.includes(name))
        return [
          [
            name,
            translate('由“%{office}”锁定，如需修改请联系本所管理员', {
              office: card.template.organizationName,
            }),
          ],
        ]
      return own && (isLocked(name) || isMixed) ? [[name, policyTexts[own]]] : []
    }),
  )
  return { notes, isLocked }
}
