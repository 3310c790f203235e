import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'

import { errorSentence } from '../../providers/envelope.ts'
import { firmDay } from '../../resources/kit/firmTime.ts'
import { useServedCall } from '../session/useCall.ts'
import { Chip } from '../ui/Chip.tsx'
import { Button } from '../ui/Button.tsx'
import { useFormats } from '../language/useLanguage.ts'
import { cardFieldLabel } from './fieldLabel.ts'
import type { Card } from './useCard.ts'

type ScheduledCard = Pick<Card, 'id' | 'version' | 'effectiveAt' | 'scheduledFields'>

const useUnschedule = () => {
  const translate = useTranslate()
  const notify = useNotify()
  const client = useQueryClient()
  const unschedule = useServedCall('cards.unschedule')
  const { mutate, isPending } = useMutation({
    mutationKey: ['cards'],
    mutationFn: async ({ id, version }: ScheduledCard) => {
      if (unschedule) await unschedule({ id, version })
    },
    onSuccess: () => notify(translate('已撤回，修改不会自动生效'), { type: 'success' }),
    onError: error => notify(errorSentence(error, translate), { type: 'error' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['cards'] }),
  })
  return { unschedule: unschedule ? mutate : null, isPending }
}

/** An approved change that becomes public on a later day, with a button that withdraws it. */
export const ScheduledNote = ({ card, mayWithdraw }: { card: ScheduledCard; mayWithdraw: boolean }) => {
  const translate = useTranslate()
  const formats = useFormats()
  const { unschedule, isPending } = useUnschedule()
  if (!card.effectiveAt) return null
  return (
    <div className="note cluster">
      <p>
        <Chip tone="info">{translate('待生效')}</Chip>{' '}
        {translate('%{fields}的修改已通过审核，将于 %{day} 0:00生效。', {
          day: formats.day(firmDay(new Date(card.effectiveAt))),
          fields: (card.scheduledFields ?? [])
            .map(name => translate(cardFieldLabel(String(name))))
            .join(translate('、')),
        })}
      </p>
      {mayWithdraw && unschedule && (
        <Button disabled={isPending} onClick={() => unschedule(card)}>
          {isPending ? translate('撤回中…') : translate('撤回生效')}
        </Button>
      )}
    </div>
  )
}
