import { useTranslate } from 'ra-core'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

import { type Contact, fetchContacts } from '../../providers/publicConf.ts'
import { telephone } from '../../resources/domain/telephone.ts'
import { CaptchaInput } from '../fields/credentials/CaptchaInput.tsx'
import { useCaptcha } from '../fields/credentials/useCaptcha.ts'
import { signInErrorMessage } from './signIn/errorMessage.ts'

/** One administrator to contact. */
export const ContactRow = ({ contact }: { contact: Contact }) => {
  const translate = useTranslate()
  const { name, officeName, mobileMasked, phone } = contact
  return (
    <li>
      <strong>{name}</strong>
      <span>{officeName}</span>
      <span>{translate('手机 %{text}', { text: mobileMasked })}</span>
      {phone && <a href={telephone(phone)}>{phone}</a>}
    </li>
  )
}

const ContactList = () => {
  const translate = useTranslate()
  const captcha = useCaptcha('login')
  const [contacts, setContacts] = useState<readonly Contact[] | null>(null)
  const [failure, setFailure] = useState('')
  const fail = (error: unknown) => setFailure(signInErrorMessage(error, true, translate))
  const loadCaptcha = useEffectEvent(() => void captcha.renew().catch(fail))
  useEffect(() => loadCaptcha(), [])
  const loadContacts = async () => {
    const answer = captcha.read()
    if (!answer) return
    try {
      setContacts(await fetchContacts(answer))
    } catch (error) {
      await captcha.refuse(signInErrorMessage(error, true, translate))
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    loadContacts().catch(fail)
  }
  return (
    <>
      {!contacts && (
        <form noValidate onSubmit={submit}>
          <CaptchaInput id="contact-picture" captcha={captcha} onFailure={fail} />
          <button type="submit" className="primary">
            {translate('查看联系人')}
          </button>
        </form>
      )}
      <ul className="contacts" role="status">
        {contacts?.map((contact, at) => (
          <ContactRow key={at} contact={contact} />
        ))}
        {contacts?.length === 0 && <li>{translate('律所没有公开联系人，请到律所当面咨询')}</li>}
        {failure && <li>{failure}</li>}
      </ul>
    </>
  )
}

/** Administrators to contact; loaded when the user opens this section. */
export const Contacts = () => {
  const translate = useTranslate()
  const element = useRef<HTMLDetailsElement>(null)
  const [isOpened, setOpened] = useState(false)
  // The user may have opened it before the code was loaded.
  useEffect(() => setOpened(element.current!.open), [])
  return (
    <details
      className="contact"
      id="contact"
      ref={element}
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      <summary>{translate('联系管理员')}</summary>
      <p>{translate('律师账号由所在分所的管理员开通和重置，管理员账号由总所主管理员开通和重置。')}</p>
      {isOpened && <ContactList />}
    </details>
  )
}
