import { isBlank } from '../../resources/domain/sameness.ts'
import { isPlainObject } from '../../resources/kit/index.ts'
import type { PreviewLook } from './look.ts'
import { MiniIcon } from './MiniIcon.tsx'
import { inLanguage, miniWordsOf } from './miniParts.tsx'

/** A button of the card page, as it is stored or being written. */
export type CardButton = {
  key?: string | null
  label?: string | null
  labelEn?: string | null
  icon?: string | null
  place?: number | null
  enabled?: number | null
  needField?: string | null
}

type Card = Readonly<Record<string, unknown>>
type Props = { card: Card; buttons: readonly CardButton[]; look: PreviewLook }

/** A button whose field is empty or hidden is not shown. */
const isOffered = ({ enabled, needField }: CardButton, card: Card) => {
  if (enabled === 0) return false
  if (!needField) return true
  const { visibility } = card
  return !isBlank(card[needField]) && !(isPlainObject(visibility) && visibility[needField] === 0)
}

/** 名片按钮: up to three filled ones, the quick ones above them, and the rest behind 更多. */
export const CardButtons = ({ card, buttons, look }: Props) => {
  const offered = buttons.filter(button => isOffered(button, card))
  const at = (place: number) => offered.filter(button => (button.place ?? 3) === place)
  const [main, quick, rest] = [at(1).slice(0, 3), at(2), at(3)]
  if (offered.length === 0) return null
  const textOf = ({ label, labelEn }: CardButton) => inLanguage(look.language, label, labelEn)
  return (
    <div className="mini-buttons">
      {(quick.length > 0 || rest.length > 0) && (
        <ul className="mini-quick">
          {quick.map(button => (
            <li key={button.key}>
              <MiniIcon name={button.icon} />
              {textOf(button)}
            </li>
          ))}
          {rest.length > 0 && (
            <li>
              <MiniIcon name="filter" />
              {miniWordsOf(look.language).more}
            </li>
          )}
        </ul>
      )}
      {main.length > 0 && (
        <ul className="mini-main-buttons">
          {main.map(button => (
            <li key={button.key}>{textOf(button)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
