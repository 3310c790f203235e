import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import { type PreviewLanguage, type PreviewLook, usePreviewLook } from './look.ts'
import { PreviewSettings } from './PreviewSettings.tsx'
import { validColour, Phone, type PhoneScreen } from './Phone.tsx'
import { useMiniProgram } from './useMiniProgram.ts'

type Props = {
  /** Renders the screen for a kind of visitor. */
  screen: (look: PreviewLook) => PhoneScreen
  /** Additional controls, for example to choose between several screens. */
  tools?: ReactNode
  /** Fixed language, for content that has one. */
  lang?: PreviewLanguage
}

/** Phone preview with its settings: an approximation of the mini-program, rendered from unsaved values. */
export const PhonePreview = ({ screen, tools, lang }: Props) => {
  const translate = useTranslate()
  const [storedLook, setLook] = usePreviewLook()
  const look = lang ? { ...storedLook, language: lang } : storedLook
  // The firm's published colour, unless the screen has its own because the colour is being edited.
  const { themeColor } = useMiniProgram().index
  const screenWithBrand = { brand: validColour(themeColor), ...screen(look) }
  return (
    <figure className="preview-phone" aria-label={translate('小程序预览')}>
      <figcaption className="caption">
        <span>{translate('小程序预览（示意）')}</span>
        {tools}
      </figcaption>
      <PreviewSettings look={look} hasLanguage={!lang} onChange={setLook} />
      <Phone screen={screenWithBrand} look={look} lang={look.language === 'EN' ? 'en' : 'zh-CN'} />
    </figure>
  )
}
