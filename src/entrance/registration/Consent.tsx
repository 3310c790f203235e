import { useTranslate } from 'ra-core'
import { type ReactNode, useEffect, useRef, useState } from 'react'

import { fetchAgreements } from '../../../providers/registration.ts'
import { RichText } from '../../fields/richText/RichText.tsx'
import { useField } from '../../fields/useField.ts'
import { consentField } from '../../../resources/domain/applicant.ts'
import { TextButton } from '../Heading.tsx'

type AgreementProps = { title: string; html: string; onClose: () => void }

/** HTML's own dialog, because MUI's would load the application's theme and code on the sign-in page. */
const AgreementDialog = ({ title, html, onClose }: AgreementProps) => {
  const translate = useTranslate()
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => ref.current?.showModal(), [])
  return (
    <dialog className="agreement" aria-label={title} ref={ref} onClose={onClose}>
      <h2>{title}</h2>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrollable region has to be reachable by keyboard. */}
      <div className="agreement-text" role="region" aria-label={title} tabIndex={0}>
        <RichText html={html} allows="basic" />
      </div>
      <button type="button" className="primary" onClick={() => ref.current?.close()}>
        {translate('返回注册')}
      </button>
    </dialog>
  )
}

/** The firm's agreements that applicants have to accept; those without a text are left out. */
const useAgreements = () => {
  const translate = useTranslate()
  const [texts, setTexts] = useState({ agreement: '', privacy: '' })
  // An effect, because the sign-in page has a byte budget and therefore no React Query. If loading fails, applicants
  // consent to the default sentence.
  useEffect(() => {
    fetchAgreements().then(setTexts, () => {})
  }, [])
  const agreements = [
    { title: translate('用户协议'), html: texts.agreement },
    { title: translate('隐私政策'), html: texts.privacy },
  ]
  return agreements.filter(it => it.html !== '')
}

const ConsentLabel = ({ htmlFor, children }: { htmlFor: string; children: ReactNode }) => (
  <label htmlFor={htmlFor}>{children}</label>
)

/** Checkbox for the consent, with links to the firm's agreements. */
export const Consent = ({ source }: { source: string }) => {
  const translate = useTranslate()
  const {
    value,
    onChange,
    control,
    described: { id, error },
  } = useField<0 | 1>({ field: consentField, source })
  const agreements = useAgreements()
  const [openAgreement, setOpenAgreement] = useState<(typeof agreements)[number] | null>(null)
  return (
    <div className="consent">
      <div className="consent-line">
        <input
          {...control}
          type="checkbox"
          checked={value === 1}
          onChange={({ target }) => onChange(target.checked ? 1 : 0)}
        />
        <div>
          <ConsentLabel htmlFor={id}>
            {agreements.length > 0
              ? translate('我已阅读并同意')
              : translate('我同意律所为开通账号、审核和展示名片使用以上信息')}
          </ConsentLabel>
          {agreements.map(agreement => (
            <TextButton key={agreement.title} onClick={() => setOpenAgreement(agreement)}>
              {translate('《%{title}》', { title: agreement.title })}
            </TextButton>
          ))}
        </div>
      </div>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {translate(error)}
        </p>
      )}
      {openAgreement && <AgreementDialog {...openAgreement} onClose={() => setOpenAgreement(null)} />}
    </div>
  )
}
