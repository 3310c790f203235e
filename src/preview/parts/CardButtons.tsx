import { isBlank } from '../../../resources/domain/sameness.ts'
import { isPlainObject } from '../../../resources/kit/index.ts'
import type { PreviewLook } from '../phone/look.ts'
import { MiniIcon } from './MiniIcon.tsx'
import { localizedText, miniTextsIn } from './miniParts.tsx'

/** A button of the card page, as stored or while being edited. */
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

/** A button is hidden if it is disabled, or if its field is empty or hidden. */
const isVisible = ({ enabled, needField }: CardButton, card: Card) => {
  if (enabled === 0) return false
  if (!needField) return true
  const { visibility } = card
  return !isBlank(card[needField]) && !(isPlainObject(visibility) && visibility[needField] === 0)
}

/** Buttons of a card: up to three filled ones, quick buttons above them, and the others behind 更多. */
export const CardButtons = ({ card, buttons, look }: Props) => {
  const visibleButtons = buttons.filter(button => isVisible(button, card))
  const buttonsAt = (place: number) => visibleButtons.filter(button => (button.place ?? 3) === place)
  const [main, quick, rest] = [buttonsAt(1).slice(0, 3), buttonsAt(2), buttonsAt(3)]
  if (visibleButtons.length === 0) return null
  const textOf = ({ label, labelEn }: CardButton) => localizedText(look.language, label, labelEn)
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
              {miniTextsIn(look.language).more}
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
