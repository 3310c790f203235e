import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import { type PreviewLanguage, type PreviewLook, useLook } from './look.ts'
import { LookBar } from './LookBar.tsx'
import { brandOf, Phone, type Screen } from './Phone.tsx'
import { useMiniProgram } from './useMiniProgram.ts'

type Props = {
  /** What the phone shows to this visitor. */
  screen: (look: PreviewLook) => Screen
  /** Which of several screens is shown, and the like. */
  tools?: ReactNode
  /** Where what is shown has a language of its own. */
  lang?: PreviewLanguage
}

/** The phone beside what is being written: an approximation of the mini-program, drawn from unsaved values. */
export const PhonePreview = ({ screen, tools, lang }: Props) => {
  const translate = useTranslate()
  const [chosen, setLook] = useLook()
  const look = lang ? { ...chosen, language: lang } : chosen
  // The firm's colour is of all its pages; only the one where it is chosen has another before it is published.
  const { themeColor } = useMiniProgram().index
  const shown = { brand: brandOf(themeColor), ...screen(look) }
  return (
    <figure className="preview-phone is-sticky" aria-label={translate('小程序预览')}>
      <figcaption className="caption">
        <span>{translate('小程序预览（示意）')}</span>
        {tools}
      </figcaption>
      <LookBar look={look} hasLanguage={!lang} onChange={setLook} />
      <Phone screen={shown} look={look} lang={look.language === 'EN' ? 'en' : 'zh-CN'} />
    </figure>
  )
}
