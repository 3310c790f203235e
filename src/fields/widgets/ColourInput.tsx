import { useTranslate } from 'ra-core'

import { FieldControl } from '../FieldControl.tsx'
import { TextControl } from '../text/TextControl.tsx'
import { type InputProps, useField } from '../useField.ts'

import './colour.css'

const isColour = (text: string | null) => /^#[0-9A-Fa-f]{6}$/.test(text ?? '')

/** Relative luminance of WCAG 2. */
const luminance = (colour: string) => {
  const channel = (at: number) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}
/**
 * Contrast with white, because the mini-program uses the colour for text on white and as a background of white text.
 */
const contrastToWhite = (colour: string) => 1.05 / (luminance(colour) + 0.05)

/** Input for a colour, by code or with the browser's picker. Warns if the contrast with white is too low for text. */
export const ColourInput = ({ field, source, isDisabled }: InputProps<'custom'>) => {
  const translate = useTranslate()
  const { value, onChange, control, described } = useField<string>({ field, source, isDisabled })
  const contrast = isColour(value) ? contrastToWhite(value!) : null
  return (
    <FieldControl {...described}>
      <div className="colour">
        <input
          type="color"
          aria-label={translate('从色板选择%{label}', { label: translate(field.label) })}
          value={isColour(value) ? value! : '#ffffff'}
          disabled={isDisabled}
          onChange={({ target }) => onChange(target.value.toUpperCase())}
        />
        <TextControl
          {...control}
          className="control"
          placeholder="#1F3A5F"
          autoComplete="off"
          spellCheck={false}
          value={value ?? ''}
          onText={text => onChange(text.trim() || null)}
        />
        {contrast !== null && (
          <span className={contrast < 4.5 ? 'colour-note is-bad' : 'colour-note'} role="status">
            {contrast < 4.5
              ? translate('与白色的对比度为 %{fixed}，低于 4.5，文字可能看不清', {
                  fixed: contrast.toFixed(1),
                })
              : translate('对比度 %{fixed}', { fixed: contrast.toFixed(1) })}
          </span>
        )}
      </div>
    </FieldControl>
  )
}
