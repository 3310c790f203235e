import type { ReactNode } from 'react'

import { type Language, type Look, useLook } from './look.ts'
import { LookBar } from './LookBar.tsx'
import { Phone, type Screen } from './Phone.tsx'
import { useTranslate } from '../i18n/useTranslate.ts'

type Props = {
  /** What the phone shows to this visitor. */
  screen: (look: Look) => Screen
  /** Which of several screens is shown, and the like. */
  tools?: ReactNode
  /** Where what is shown has a language of its own. */
  lang?: Language
}

/** The phone beside what is being written: an approximation of the mini-program, drawn from unsaved values. */
export const PhonePreview = ({ screen, tools, lang }: Props) => {
  const translate = useTranslate()
  const [chosen, setLook] = useLook()
  const look = lang ? { ...chosen, language: lang } : chosen
  return (
    <figure className="preview-phone is-sticky" aria-label={translate('小程序预览')}>
      <figcaption className="caption">
        <span>{translate('小程序预览（示意）')}</span>
        {tools}
      </figcaption>
      <LookBar look={look} hasLanguage={!lang} onChange={setLook} />
      <Phone screen={screen(look)} look={look} lang={look.language === 'EN' ? 'en' : 'zh-CN'} />
    </figure>
  )
}
