import { useTranslate } from 'ra-core'
import { type ReactNode, useEffect, useRef, useState } from 'react'

import { fetchAgreements } from '../../../providers/registration.ts'
import { ariaProps } from '../../fields/aria.ts'
import { RichText } from '../../fields/RichText.tsx'
import { useField } from '../../fields/useField.ts'
import { consentField } from '../../../resources/domain/applicant.ts'
import { TextButton } from '../Heading.tsx'

type AgreementProps = { title: string; html: string; onClose: () => void }

/** HTML's own dialog: MUI's would bring the admin's theme and code to an applicant. */
const Agreement = ({ title, html, onClose }: AgreementProps) => {
  const translate = useTranslate()
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => ref.current?.showModal(), [])
  return (
    <dialog className="agreement" aria-label={title} ref={ref} onClose={onClose}>
      <h2>{title}</h2>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled region has to be reached */}
      <div className="agreement-text" role="region" aria-label={title} tabIndex={0}>
        <RichText html={html} allows="basic" />
      </div>
      <button type="button" className="primary" onClick={() => ref.current?.close()}>
        {translate('返回注册')}
      </button>
    </dialog>
  )
}

/** The sentence of consent, with links to the firm's own texts when it has any. */
const useAgreements = () => {
  const translate = useTranslate()
  const [texts, setTexts] = useState({ agreement: '', privacy: '' })
  useEffect(() => {
    fetchAgreements().then(setTexts, () => {})
  }, [])
  const all = [
    { title: translate('用户协议'), html: texts.agreement },
    { title: translate('隐私政策'), html: texts.privacy },
  ]
  return all.filter(it => it.html !== '')
}

const Sentence = ({ htmlFor, children }: { htmlFor: string; children: ReactNode }) => (
  <label htmlFor={htmlFor}>{children}</label>
)

/** The consent, with whatever texts the firm has written for it. */
export const Consent = ({ source }: { source: string }) => {
  const translate = useTranslate()
  const { id, value, onChange, onBlur, ref, name, error } = useField<0 | 1>(source)
  const agreements = useAgreements()
  const [read, setRead] = useState<(typeof agreements)[number] | null>(null)
  return (
    <div className="consent">
      <div className="consent-line">
        <input
          {...ariaProps(id, { error, field: consentField })}
          id={id}
          name={name}
          type="checkbox"
          checked={value === 1}
          onChange={({ target }) => onChange(target.checked ? 1 : 0)}
          onBlur={onBlur}
          ref={ref}
        />
        <div>
          <Sentence htmlFor={id}>
            {agreements.length > 0
              ? translate('我已阅读并同意')
              : translate('我同意律所为开通账号、审核和展示名片使用以上信息')}
          </Sentence>
          {agreements.map(it => (
            <TextButton key={it.title} onClick={() => setRead(it)}>
              {translate('《%{title}》', { title: it.title })}
            </TextButton>
          ))}
        </div>
      </div>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {translate(error)}
        </p>
      )}
      {read && <Agreement {...read} onClose={() => setRead(null)} />}
    </div>
  )
}
