import { useGetOne, useTranslate } from 'ra-core'

import { detail } from '../../providers/recordQuery.ts'
import { singletonId } from '../../providers/resourceClient.ts'
import { resourceNamed } from '../../resources/index.ts'
import type { AnyRecord, SuggestedBy } from '../../resources/kit/index.ts'
import { Button } from '../shell/Button.tsx'
import { useRights } from '../shell/useRights.ts'
import { type InputProps, useField } from './useField.ts'

const textsOf = (value: unknown) =>
  Array.isArray(value) ? value.filter((it): it is string => typeof it === 'string') : []

/** The usual texts of a setting; the declared ones where it cannot be asked for. */
const useSuggestions = ({ setting: name, field }: SuggestedBy): readonly string[] => {
  const { can } = useRights()
  const setting = resourceNamed(name)
  const { data } = useGetOne<AnyRecord>(
    name,
    { id: singletonId, meta: detail },
    { enabled: setting !== undefined && can(setting, 'get') },
  )
  const declared: Readonly<Record<string, unknown>> = { ...setting?.initial }
  const value = data?.[field] === undefined ? declared[field] : data[field]
  // Invites to write, and so says nothing as a text.
  return textsOf(value).filter(it => it !== '其他')
}

type Props = {
  suggestedBy: SuggestedBy
  text: string
  onChange: (text: string) => void
  isDisabled?: boolean | undefined
}

/** The usual texts below an input; each is added to what stands there, once. */
export const Suggestions = ({ suggestedBy, text, onChange, isDisabled = false }: Props) => {
  const translate = useTranslate()
  const usual = useSuggestions(suggestedBy)
  const add = (added: string) => {
    if (text.includes(added)) return
    onChange(text.trim() ? translate('%{reason}；%{text}', { reason: text, text: added }) : added)
  }
  return (
    <div className="cluster suggestions" role="group" aria-label={translate('常用原因')}>
      {usual.map(it => (
        <Button key={it} look="quiet" disabled={isDisabled} onClick={() => add(it)}>
          {it}
        </Button>
      ))}
    </div>
  )
}

type FieldProps = Pick<InputProps, 'source' | 'isDisabled'> & Pick<Props, 'suggestedBy'>

/** The usual texts of a field in the form around it. */
export const FieldSuggestions = ({ source, suggestedBy, isDisabled }: FieldProps) => {
  const { value, onChange } = useField<string>(source)
  return (
    <Suggestions suggestedBy={suggestedBy} text={value ?? ''} onChange={onChange} isDisabled={isDisabled} />
  )
}
