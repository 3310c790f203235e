import { cardFields, type Policy } from '../../../resources/cards/index.ts'
import type { OwnCard } from '../../card/useOwnCards.ts'

const words: Record<Policy, string> = {
  free: '保存后立即发布,无需审核',
  review: '修改需审核',
  locked: '由管理员维护,如需修改请联系管理员',
}

/** What is known of each field before anybody types. Where all are treated alike, one sentence above says so. */
export const policyNotes = (card: OwnCard | null) => {
  const policy = card?.policy ?? {}
  const open = cardFields.filter(it => policy[it] !== 'locked')
  const isMixed = card?.published != null && new Set(open.map(it => policy[it])).size > 1
  const notes: Record<string, string> = Object.fromEntries(
    cardFields.flatMap(it => {
      const own = policy[it]
      return own && (own === 'locked' || isMixed) ? [[it, words[own]]] : []
    }),
  )
  return { notes, isLocked: (name: string) => (policy as Record<string, Policy>)[name] === 'locked' }
}
