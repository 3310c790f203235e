import { useMutation } from '@tanstack/react-query'
import { useDataProvider, useTranslate } from 'ra-core'

import type { AdminDataProvider } from '../../../providers/dataProvider.ts'
import { CallError } from '../../../providers/envelope.ts'
import { kickAction } from '../../../resources/domain/devices.ts'
import type { AnyEntity, AnyRecord } from '../../../resources/kit/index.ts'
import { failureOf } from '../../form/saving/failure.ts'
import { FormDialog } from '../actions/FormDialog.tsx'
import type { Device } from './DeviceList.tsx'
import { deviceName } from './deviceName.ts'

type Props = {
  resource: Pick<AnyEntity, 'name'>
  record: AnyRecord
  device: Device
  onClose: () => void
  onEnded: () => void
}

/** Asks for the reason for ending a session of another person, which the log records. */
export const EndSessionDialog = ({ resource, record, device, onClose, onEnded }: Props) => {
  const translate = useTranslate()
  const { act } = useDataProvider<AdminDataProvider>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (answers: object) =>
      act(resource.name, 'kick', record, { ...answers, sessionId: device.id }).catch((refusal: unknown) => {
        // The session has ended in the meantime, which is what the user wants.
        if (!(refusal instanceof CallError && refusal.code === '4040')) throw refusal
      }),
    onSuccess: onEnded,
  })
  return (
    <FormDialog
      title={translate('%{verb}“%{title}”@dialog', {
        verb: translate('下线'),
        title: deviceName(device.device, translate),
      })}
      text={translate('该设备立即退出登录，正在填写的内容可能来不及保存；密码不变，可以重新登录。')}
      fields={kickAction.ask}
      draftName={`session ${device.id}`}
      submitLabel={translate('下线')}
      isDanger
      isRunning={isPending}
      onClose={onClose}
      onSubmit={answers => mutate(answers)}
    >
      {error && (
        <p className="failures" role="alert">
          {translate('没有完成：%{failure}', { failure: failureOf(error, translate).message })}
        </p>
      )}
    </FormDialog>
  )
}
