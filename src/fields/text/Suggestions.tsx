import { useGetOne, useTranslate } from 'ra-core'

import { recordPageMeta } from '../../../providers/recordQuery.ts'
import { singletonId } from '../../../providers/resourceClient.ts'
import { resourceNamed } from '../../../resources/index.ts'
import type { AnyRecord, SuggestedBy } from '../../../resources/kit/index.ts'
import { Button } from '../../ui/Button.tsx'
import { useRights } from '../../session/useRights.ts'
import { type InputProps, useField } from '../useField.ts'

const stringsIn = (value: unknown) =>
  Array.isArray(value) ? value.filter((it): it is string => typeof it === 'string') : []

/** Suggested texts from a setting, or the declared defaults if the user may not read the setting. */
const useSuggestions = ({ setting: name, field }: SuggestedBy): readonly string[] => {
  const { can } = useRights()
  const setting = resourceNamed(name)
  const { data } = useGetOne<AnyRecord>(
    name,
    { id: singletonId, meta: recordPageMeta },
    { enabled: setting !== undefined && can(setting, 'get') },
  )
  const declared: Readonly<Record<string, unknown>> = { ...setting?.initial }
  const value = data?.[field] === undefined ? declared[field] : data[field]
  // 其他 ("other") asks for free text, and is no text to insert.
  return stringsIn(value).filter(it => it !== '其他')
}

type Props = {
  suggestedBy: SuggestedBy
  text: string
  onChange: (text: string) => void
  isDisabled?: boolean | undefined
}

/** Suggested texts below an input; a click appends one unless the text already contains it. */
export const Suggestions = ({ suggestedBy, text, onChange, isDisabled = false }: Props) => {
  const translate = useTranslate()
  const suggestions = useSuggestions(suggestedBy)
  const add = (added: string) => {
    if (text.includes(added)) return
    onChange(text.trim() ? translate('%{reason}；%{text}', { reason: text, text: added }) : added)
  }
  return (
    <div className="cluster suggestions" role="group" aria-label={translate('常用原因')}>
      {suggestions.map(suggestion => (
        <Button key={suggestion} look="quiet" disabled={isDisabled} onClick={() => add(suggestion)}>
          {suggestion}
        </Button>
      ))}
    </div>
  )
}

type FieldProps = Pick<InputProps, 'field' | 'source' | 'isDisabled'> & Pick<Props, 'suggestedBy'>

/** Suggested texts for a field of the surrounding form. */
export const FieldSuggestions = ({ field, source, suggestedBy, isDisabled }: FieldProps) => {
  const { value, onChange } = useField<string>({ field, source, isDisabled })
  return (
    <Suggestions suggestedBy={suggestedBy} text={value ?? ''} onChange={onChange} isDisabled={isDisabled} />
  )
}
