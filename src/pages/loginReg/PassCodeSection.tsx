import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useState } from 'react'

import { mayCall } from '../../../providers/access.ts'
import { call } from '../../../providers/call.ts'
import { datetime, type InputOf, integer, optional, type OutputOf } from '../../../resources/kit/index.ts'
import { system } from '../../../resources/settings/system.ts'
import { FormDialog } from '../../record/actions/FormDialog.tsx'
import { SecretDialog } from '../../record/actions/SecretDialog.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { timestampText } from '../../fields/dates/dates.ts'
import { Button } from '../../ui/Button.tsx'
import { useSession } from '../../session/sessionContext.ts'
import { callKey, useCall } from '../../session/useCall.ts'
import { failureOf } from '../../form/saving/failure.ts'
import { FailureText } from '../../form/saving/FailureText.tsx'
import { type Translate } from '../../../resources/kit/translate.ts'

import { useFormats } from '../../language/useLanguage.ts'
import './auditCode.css'

type PassCode = OutputOf<(typeof system.calls)['queryAuditCode']>
type PassCodeChange = Omit<InputOf<(typeof system.calls)['updateAuditCode']>, 'version'>

const passCodeKey = callKey('system.queryAuditCode', {})

const limitFields = {
  expireAt: optional(datetime('到期时间', { hint: '留空为长期有效' })),
  maxUse: optional(integer('可用次数', { min: 1, max: 10_000, hint: '留空为不限次数' })),
}

const stateChip = ({ enabled, expireAt, used, maxUse }: PassCode, translate: Translate) => {
  if (!enabled) return <Chip tone="faint">{translate('未启用')}</Chip>
  if (expireAt && Date.parse(expireAt) < Date.now()) return <Chip tone="bad">{translate('已到期')}</Chip>
  if (maxUse !== null && used >= maxUse) return <Chip tone="bad">{translate('次数已用完')}</Chip>
  return <Chip tone="good">{translate('可以使用')}</Chip>
}

const PassCodeFacts = ({ code }: { code: PassCode }) => {
  const formats = useFormats()

  const translate = useTranslate()
  return (
    <dl className="facts audit-code-facts">
      <div>
        <dt>{translate('免审码')}</dt>
        <dd className="cell-number">{code.code || translate('还没有')}</dd>
      </div>
      <div>
        <dt>{translate('已用次数')}</dt>
        <dd>
          {code.used} / {code.maxUse ?? translate('不限')}
        </dd>
      </div>
      <div>
        <dt>{translate('到期时间')}</dt>
        <dd>{code.expireAt ? timestampText(code.expireAt, formats) : translate('长期有效')}</dd>
      </div>
    </dl>
  )
}

/** The new code in an answer; null if the code is masked, as in all answers except the one that created it. */
const newCodeIn = ({ code = '' }: { code?: string | undefined }) =>
  code !== '' && !code.includes('*') ? code : null

const usePassCodeUpdate = (version: number) => {
  const translate = useTranslate()
  const client = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationFn: (wanted: PassCodeChange) => call('system.updateAuditCode', { ...wanted, version }),
    onSuccess: saved => {
      const newCode = newCodeIn(saved)
      // Stored masked, because only the dialog shows the new code, once.
      const maskedCode = newCode === null ? (saved.code ?? '') : `${newCode.slice(0, 2)}******`
      client.setQueryData<PassCode>(passCodeKey, { ...saved, code: maskedCode })
      if (newCode === null) notify(translate('已保存'), { type: 'success' })
    },
    onError: () => client.invalidateQueries({ queryKey: passCodeKey }),
  })
}

const PassCodePanel = ({ code }: { code: PassCode }) => {
  const translate = useTranslate()
  const { mutate: change, isPending, error, data, reset } = usePassCodeUpdate(code.version)
  const failure = error && failureOf(error, translate)
  const secret = data ? newCodeIn(data) : null
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <h2 className="section-title cluster">
        {translate('注册免审码')}
        {stateChip(code, translate)}
      </h2>
      <p className="lead">
        {translate('律师注册时填写它，即可免去注册审核。只在生成时显示一次，请妥善转交。')}
      </p>
      <PassCodeFacts code={code} />
      <div className="cluster">
        <Button disabled={isPending} onClick={() => change({ enabled: code.enabled ? 0 : 1 })}>
          {code.enabled ? translate('停用') : translate('启用')}
        </Button>
        {code.code !== '' && (
          <Button disabled={isPending} onClick={() => change({ rotate: 1 })}>
            {translate('更换免审码')}
          </Button>
        )}
        <Button disabled={isPending} onClick={() => setAsking(true)}>
          {translate('设置期限与次数')}
        </Button>
      </div>
      {failure && <FailureText what={translate('没有保存')} failure={failure} />}
      {isAsking && (
        <FormDialog
          title={translate('期限与次数')}
          text={translate('到期或用完后，注册重新需要审核。')}
          fields={limitFields}
          draftName="passCode"
          submitLabel={translate('保存')}
          isRunning={isPending}
          onClose={() => setAsking(false)}
          onSubmit={values => change(values, { onSuccess: () => setAsking(false) })}
        >
          {failure && <FailureText what={translate('没有保存')} failure={failure} />}
        </FormDialog>
      )}
      {secret && (
        <SecretDialog
          secrets={[{ record: { id: 0 }, secret }]}
          titleOf={() => translate('注册免审码')}
          onClose={reset}
          title={translate('新的注册免审码')}
          text={translate('免审码只显示这一次，请复制后转交；遗失时可以更换。')}
        />
      )}
    </>
  )
}

/** Section 注册免审码: a code with which registrations need no review. */
export const PassCodeSection = () => {
  const translate = useTranslate()
  const { self } = useSession()
  const mayAsk = mayCall(system.calls.queryAuditCode, self)
  const { data } = useCall('system.queryAuditCode', mayAsk ? {} : null, { staleTime: 0 })
  if (!data) return null
  return (
    <section className="panel audit-code" aria-label={translate('注册免审码')}>
      <PassCodePanel code={data} />
    </section>
  )
}
