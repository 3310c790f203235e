import { useMutation, useQuery } from '@tanstack/react-query'
import { useDataProvider, useTranslate } from 'ra-core'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { z } from 'zod'

import type { AdminDataProvider } from '../../../providers/dataProvider.ts'
import { errorSentence } from '../../../providers/envelope.ts'
import { resourceNamed } from '../../../resources/index.ts'
import { useServedCall } from '../../session/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { DialogFoot } from '../../ui/dialog/DialogFoot.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { pathTo } from '../../routing/paths.ts'
import type { OwnDialogProps } from '../actions/ownDialog.ts'
import { AttemptResult } from './AttemptResult.tsx'

const answer = z.object({ deliveryId: z.int() })

/** Milliseconds between two looks at the outcome of the test. */
const lookMs = 700

/** The delivery of the test, read until it has been tried. */
const useDelivery = (id: number | undefined) => {
  const reading = useServedCall('webhookDeliveries.one')
  return useQuery({
    queryKey: ['webhookDeliveries', 'test', id],
    queryFn: () => reading!({ id: id! }),
    enabled: id !== undefined && reading !== null,
    refetchInterval: ({ state }) => (state.data?.attemptLog.length ? false : lookMs),
    gcTime: 0,
  })
}

/** Sends a test to a webhook when it opens, and says what the receiver answered. */
export const TestDeliveryDialog = ({ resource, action, record, onClose }: OwnDialogProps) => {
  const translate = useTranslate()
  const navigate = useNavigate()
  const { act } = useDataProvider<AdminDataProvider>()
  const sending = useMutation({
    mutationFn: async () => answer.parse((await act(resource.name, action.name, record, {})).data).deliveryId,
  })
  const { mutate } = sending
  useEffect(() => mutate(), [mutate])
  const delivery = useDelivery(sending.data)
  const attempt = delivery.data?.attemptLog.at(-1)
  const error = sending.error ?? delivery.error
  const path = resourceNamed('webhookDeliveries')?.views.show?.path
  return (
    <Dialog title={translate('发送测试')} onClose={onClose}>
      <div className="dialog-content" role="status">
        {error ? (
          <p className="failures">{errorSentence(error, translate)}</p>
        ) : attempt ? (
          <>
            <p className="cluster">
              <AttemptResult attempt={attempt} />
              {translate('%{ms} 毫秒', { ms: attempt.ms })}
            </p>
            {attempt.answer && <p className="cell-paragraph">{attempt.answer}</p>}
          </>
        ) : (
          <p>{translate('正在发送…')}</p>
        )}
      </div>
      <DialogFoot>
        {path !== undefined && sending.data !== undefined && (
          <Button onClick={() => void navigate(pathTo(path, sending.data))}>
            {translate('查看推送记录')}
          </Button>
        )}
        <Button look="primary" onClick={onClose}>
          {translate('关闭')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
