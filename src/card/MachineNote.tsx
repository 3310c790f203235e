import { useTranslate } from 'ra-core'

import { Chip } from '../ui/Chip.tsx'
import { cardFieldLabel } from './fieldLabel.ts'
import type { Card } from './useCard.ts'

/** Names the fields of a card that a machine wrote and nobody has edited. */
export const MachineNote = ({ card }: { card: Pick<Card, 'machineFields'> }) => {
  const translate = useTranslate()
  const { machineFields = [] } = card
  if (machineFields.length === 0) return null
  return (
    <p className="lead">
      <Chip tone="info">{translate('机器翻译')}</Chip>{' '}
      {translate('%{fields}还是机器翻译的草稿，没有人改过。', {
        fields: machineFields.map(name => translate(cardFieldLabel(name))).join(translate('、')),
      })}
    </p>
  )
}
