import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEditContext, useNotify, useTranslate } from 'ra-core'
import { useState } from 'react'

import type { AnyRecord, OutputOf } from '../../../resources/kit/index.ts'
import type { verificationKeys } from '../../../resources/settings/verificationKeys.ts'
import { timestampText } from '../../fields/dates/dates.ts'
import { failureOf } from '../../form/saving/failure.ts'
import { FailureText } from '../../form/saving/FailureText.tsx'
import { useFormats } from '../../language/useLanguage.ts'
import { callKey, useCall, useServedCall } from '../../session/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogFoot } from '../../ui/dialog/DialogFoot.tsx'

import './cardVerification.css'

type Keys = OutputOf<(typeof verificationKeys.calls)['keys']>

const keysKey = callKey('verificationKeys.keys', {})

type Replace = (input: { version: number }) => Promise<Keys>
type DialogProps = { version: number; replace: Replace; onClose: () => void }

const KeyDialog = ({ version, replace, onClose }: DialogProps) => {
  const translate = useTranslate()
  const notify = useNotify()
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => replace({ version }),
    onSuccess: keys => {
      client.setQueryData<Keys>(keysKey, keys)
      notify(translate('已更换密钥'), { type: 'success' })
      onClose()
    },
    onError: () => client.invalidateQueries({ queryKey: keysKey }),
  })
  return (
    <Dialog title={translate('更换密钥')} onClose={onClose}>
      <div className="dialog-content">
        <p>
          {translate(
            '此后的核验结果用新的密钥签名；原来的公钥再公布五分钟，等已发出的签名到期。印出的名片不受影响。',
          )}
        </p>
        {error && <FailureText what={translate('没有更换')} failure={failureOf(error, translate)} />}
      </div>
      <DialogFoot>
        <Button onClick={onClose}>{translate('取消')}</Button>
        <Button look="primary" isDanger disabled={isPending} onClick={() => mutate()}>
          {translate('更换密钥')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

const KeyList = () => {
  const translate = useTranslate()
  const formats = useFormats()
  const [isAsking, setAsking] = useState(false)
  const replace = useServedCall('verificationKeys.newKey')
  const { data } = useCall('verificationKeys.keys', {}, { staleTime: 0 })
  if (!data || data.keys.length === 0) return null
  return (
    <section className="panel verification-keys" aria-label={translate('签名密钥')}>
      <h2 className="section-title">{translate('签名密钥')}</h2>
      <ul>
        {data.keys.map(({ kid, createdAt, retiredAt }) => (
          <li key={kid}>
            <code dir="ltr">{kid}</code>
            <p className="secondary cluster">
              {retiredAt === null ? (
                <Chip tone="good">{translate('使用中')}</Chip>
              ) : (
                <Chip tone="faint">{translate('已更换')}</Chip>
              )}
              {translate('生成于 %{time}', { time: timestampText(createdAt, formats) })}
            </p>
          </li>
        ))}
      </ul>
      {replace && <Button onClick={() => setAsking(true)}>{translate('更换密钥')}</Button>}
      {isAsking && replace && (
        <KeyDialog version={data.version} replace={replace} onClose={() => setAsking(false)} />
      )}
    </section>
  )
}

/**
 * Section 签名密钥: the public keys that are published, and a new one in place of the present one. Saving the setting may make
 * the first key, so that they are read again then.
 */
export const KeySection = () => {
  const { record } = useEditContext<AnyRecord>()
  return <KeyList key={String(record?.['version'])} />
}
