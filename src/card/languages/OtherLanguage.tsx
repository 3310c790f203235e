import { useTranslate } from 'ra-core'
import { useFormContext } from 'react-hook-form'

import { isBlank, isSame } from '../../../resources/domain/sameness.ts'
import type { Field, Fields } from '../../../resources/kit/index.ts'
import { useCardFields } from '../../preview/phone/useCardFields.ts'
import type { CardLanguage, OwnCard } from '../useOwnCards.ts'
import { Cell } from '../../fields/kinds.tsx'
import { isMasked } from '../../fields/MaskedValue.tsx'
import { useFormValues } from '../../form/useFormValues.ts'
import { Button } from '../../ui/Button.tsx'
import { EnglishDraft, isDraftable } from './EnglishDraft.tsx'

import './otherLanguage.css'

const languageNames: Record<CardLanguage, string> = { CN: '中文', EN: '英文' }

/** The card in the other language, as last saved. */
type OtherCard = OwnCard & Readonly<Record<string, unknown>>

/** Shows or hides the other language beside the fields. */
export const CompareButton = ({
  language,
  isComparing,
  onChange,
}: {
  language: CardLanguage
  isComparing: boolean
  onChange: (isComparing: boolean) => void
}) => {
  const translate = useTranslate()
  return (
    <Button aria-pressed={isComparing} onClick={() => onChange(!isComparing)}>
      {isComparing
        ? translate('收起%{language}', { language: translate(languageNames[language]) })
        : translate('对照%{language}', { language: translate(languageNames[language]) })}
    </Button>
  )
}

const useCopyValue = () => {
  const { setValue } = useFormContext()
  return (name: string, value: unknown) =>
    setValue(name, structuredClone(value), { shouldDirty: true, shouldValidate: true })
}

type ValueProps = { name: string; field: Field; other: OtherCard; mayCopy: boolean }

/** Value of the field in the other language, with a button that copies it. */
export const OtherValue = ({ name, field, other, mayCopy }: ValueProps) => {
  const translate = useTranslate()
  const value = other[name]
  const present = useFormValues()[name]
  const isSameValue = isSame(present, value)
  const copy = useCopyValue()
  const language = translate(languageNames[other.language])
  const displayFields: Fields = useCardFields(other.language)
  return (
    <aside
      className="other-language whole-cells"
      aria-label={translate('%{language}的%{label}', { language, label: translate(field.label) })}
    >
      <p className="caption">{language}</p>
      {isBlank(value) ? (
        <p className="caption">{translate('未填写')}</p>
      ) : (
        <div lang={other.language === 'EN' ? 'en' : undefined}>
          <Cell field={displayFields[name] ?? field} value={value} record={{ ...other }} isWhole />
        </div>
      )}
      {mayCopy && !isBlank(value) && !isSameValue && !isMasked(field, value) && (
        <Button
          look="quiet"
          aria-label={translate('复制%{language}的%{label}', { language, label: translate(field.label) })}
          onClick={() => copy(name, value)}
        >
          {translate('复制')}
        </Button>
      )}
      {mayCopy && other.language === 'CN' && isDraftable(name) && (
        <EnglishDraft
          key={other.version}
          name={name}
          field={field}
          cardId={other.id}
          value={value}
          replaces={!isBlank(present)}
          onAdopt={draft => copy(name, draft)}
        />
      )}
    </aside>
  )
}

type CopyProps = { names: readonly string[]; other: OtherCard; isLocked: (name: string) => boolean }

/** Button that copies values of the other language into all empty fields. */
export const CopyBlanks = ({ names: all, other, isLocked }: CopyProps) => {
  const translate = useTranslate()
  const values = useFormValues()
  const blank = all.filter(name => isBlank(values[name]) && !isBlank(other[name]) && !isLocked(name))
  const copy = useCopyValue()
  if (blank.length === 0) return null
  return (
    <Button className="copy-blanks" onClick={() => blank.forEach(name => copy(name, other[name]))}>
      {translate('用%{value}填充 %{count} 项空白', {
        value: translate(languageNames[other.language]),
        count: blank.length,
      })}
    </Button>
  )
}
