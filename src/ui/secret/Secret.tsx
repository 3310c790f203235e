import { CopyButton } from './CopyButton.tsx'

import './secret.css'

type Props = {
  name: string
  /** Further facts beside the name, such as a mobile number. */
  note?: string | undefined
  /** The secret; several lines if it consists of several codes. */
  text: string
  /** The secret in a form that is easier to read; `text` is what the button copies. */
  shownAs?: string | undefined
  onCopied?: (() => void) | undefined
}

/**
 * A secret that is shown only once, such as a password, a token or recovery codes: its name above, the whole text
 * wrapped instead of cut, and the button that copies it.
 */
export const Secret = ({ name, note, text, shownAs = text, onCopied }: Props) => (
  <div className="secret">
    <p className="secret-name">
      {name}
      {note && <span className="secondary">{note}</span>}
    </p>
    <div className="secret-box">
      <code dir="ltr">{shownAs}</code>
      <CopyButton text={text} name={name} onCopied={onCopied} />
    </div>
  </div>
)
