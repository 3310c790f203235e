import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLogout, useTranslate } from 'ra-core'

import type { ServedCall } from '../../../providers/call.ts'
import type { Self } from '../../../resources/session.ts'
import { loginRegSet } from '../../../resources/settings/loginRegSet.ts'
import { useFormats } from '../../language/useLanguage.ts'
import { RichText } from '../../fields/richText/RichText.tsx'
import { Button } from '../../ui/Button.tsx'
import { DialogFoot } from '../../ui/dialog/DialogFoot.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { selfKey } from '../../session/sessionContext.ts'
import { callKey, useCall } from '../../session/useCall.ts'
import { failureOf } from '../../form/saving/failure.ts'

import './consent.css'

type Props = { consentCall: ServedCall<'session.consent'> }

const useAgreement = ({ consentCall }: Props) => {
  const client = useQueryClient()
  const { data: notice } = useCall('session.notice', {})
  const agreement = useMutation({
    mutationFn: (version: string) => consentCall({ version }),
    onSuccess: () => client.setQueryData<Self>(selfKey, self => self && { ...self, mustConsent: 0 }),
    // If the firm has changed the agreement in the meantime, the new text is loaded.
    onError: () => client.invalidateQueries({ queryKey: callKey('session.notice', {}) }),
  })
  return { notice, ...agreement }
}

/** Dialog with the firm's agreement and privacy notice; the user has to agree or to sign out. */
export const ConsentDialog = (props: Props) => {
  const translate = useTranslate()
  const logout = useLogout()
  const formats = useFormats()
  const { notice, mutate, isPending, error } = useAgreement(props)
  if (!notice) return null
  const { version, date } = notice
  return (
    <Dialog title={translate('请阅读并同意律所的协议')} isWide>
      <div className="dialog-content consent">
        <p>
          {translate('版本 %{version}', { version })}
          {date && translate('，自 %{day} 起生效', { day: formats.day(date) })}
        </p>
        <div
          className="consent-texts"
          role="region"
          aria-label={translate('协议内容')}
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrollable region has to be reachable by keyboard.
          tabIndex={0}
        >
          {(['agreement', 'privacy'] as const).map(name => {
            const { [name]: field } = loginRegSet.fields
            return (
              notice[name] && (
                <section key={name}>
                  <h3>{translate(field.label)}</h3>
                  <RichText html={notice[name]} allows={field.allows} />
                </section>
              )
            )
          })}
        </div>
        {error && (
          <p className="failures" role="alert">
            {translate('没有完成：%{failure}', { failure: failureOf(error, translate).message })}
          </p>
        )}
      </div>
      <DialogFoot>
        <Button disabled={isPending} onClick={() => void logout()}>
          {translate('退出登录')}
        </Button>
        <Button look="primary" disabled={isPending} onClick={() => mutate(version)}>
          {isPending ? translate('处理中…') : translate('同意并继续')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
