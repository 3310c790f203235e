import { useTranslate } from 'ra-core'
import { memo } from 'react'

import type { Fields } from '../../../resources/kit/index.ts'
import type { OwnCard } from '../../card/useOwnCards.ts'
import { Input } from '../../fields/inputs.tsx'
import { FormSections } from '../../form/FormSections.tsx'
import type { FormSection } from '../../form/sections.ts'
import { OtherValue } from '../../card/languages/OtherLanguage.tsx'

type Props = {
  sections: readonly FormSection[]
  idOf: (index: number) => string
  fields: Fields
  card: OwnCard | null
  /** The card in the other language, if it is shown beside this one. */
  other: OwnCard | null
  /** Field that the address names, to scroll to. */
  target: string | null
  isLocked: (name: string) => boolean
}

/** Fields of the card by section, with the reviewer's reasons; read-only during a review. */
export const OwnCardSections = memo(function OwnCardSections(props: Props) {
  const { sections, idOf, fields, card, other, target, isLocked } = props
  const translate = useTranslate()
  const isReadOnly = card?.auditStatus === 1
  const reasonFor = (name: string) =>
    isReadOnly ? undefined : card?.auditItems?.find(item => item.field === name)?.reason
  return (
    <fieldset className="own-card-fields" disabled={isReadOnly}>
      <FormSections
        sections={sections}
        fields={fields}
        idOf={idOf}
        isFoldable
        isTarget={names => names.some(name => name === target || reasonFor(name) !== undefined)}
      >
        {name => {
          const reason = reasonFor(name)
          return (
            <div id={`part-${name}`} className={name === target ? 'is-target' : undefined}>
              {reason && (
                <p className="note is-bad own-card-reason">{translate('审核意见：%{reason}', { reason })}</p>
              )}
              <div className="own-card-part">
                <Input field={fields[name]!} source={name} isDisabled={isReadOnly || isLocked(name)} />
                {other && (
                  <OtherValue
                    name={name}
                    field={fields[name]!}
                    other={other}
                    mayCopy={!isReadOnly && !isLocked(name)}
                  />
                )}
              </div>
            </div>
          )
        }}
      </FormSections>
    </fieldset>
  )
})
