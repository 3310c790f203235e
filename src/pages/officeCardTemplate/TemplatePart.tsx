import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { isBlank } from '../../../resources/domain/sameness.ts'
import type { Fields } from '../../../resources/kit/index.ts'
import { mpCard } from '../../../resources/settings/mpCard.ts'
import { Input } from '../../fields/inputs.tsx'
import { Cell } from '../../fields/kinds.tsx'
import { Button } from '../../ui/Button.tsx'
import { BlockTitles } from './BlockTitles.tsx'
import type { Template } from './fields.ts'

type Props = { name: string; fields: Fields; firm: Template['firm'] }

const firmFields: Fields = mpCard.fields

/** What of the firm's page a part begins with; requirements and locks add to the firm's and begin empty. */
const startOf = (name: string, firm: Template['firm']): unknown => {
  if (name === 'requiredFields') return []
  if (name === 'policy') return {}
  const values: Readonly<Record<string, unknown>> = firm
  return structuredClone(values[name] ?? null)
}

/** The firm's value, which applies until the office decides otherwise. */
const FirmValue = ({ name, firm }: Pick<Props, 'name' | 'firm'>) => {
  const translate = useTranslate()
  const values: Readonly<Record<string, unknown>> = firm
  return (
    <div className="firm-value">
      <span className="caption">{translate('按律所')}</span>
      <div className="whole-cells">
        {name === 'blocks' ? (
          <BlockTitles blocks={firm.blocks} />
        ) : (
          <Cell field={firmFields[name]!} value={values[name]} record={{ id: 0 }} isWhole />
        )}
      </div>
    </div>
  )
}

/** One part of the template: the firm's value, greyed, or the input of the office's own. */
export const TemplatePart = ({ name, fields, firm }: Props) => {
  const translate = useTranslate()
  const { setValue } = useFormContext()
  const isSet = !isBlank(useWatch({ name }))
  const [isOpen, setOpen] = useState(false)
  const field = fields[name]!
  const label = translate(field.label)
  const set = (value: unknown) => setValue(name, value, { shouldDirty: true, shouldValidate: true })
  const open = () => {
    set(startOf(name, firm))
    setOpen(true)
  }
  const restore = () => {
    set(null)
    setOpen(false)
  }
  if (!isSet && !isOpen)
    return (
      <div className="field template-part" role="group" aria-label={label}>
        <div className="cluster template-part-head">
          <span className="field-label">{label}</span>
          <Button look="link" aria-label={translate('为本所另设%{label}', { label })} onClick={open}>
            {translate('本所另设')}
          </Button>
        </div>
        <FirmValue name={name} firm={firm} />
      </div>
    )
  const isAdded = name === 'requiredFields' || name === 'policy'
  return (
    <div className="template-part is-own">
      {isAdded && <FirmValue name={name} firm={firm} />}
      <Input field={field} source={name} />
      <Button look="link" aria-label={translate('%{label}恢复为律所设置', { label })} onClick={restore}>
        {translate('恢复为律所设置')}
      </Button>
    </div>
  )
}
