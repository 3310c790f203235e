import { useTranslate } from 'ra-core'
import type { CSSProperties, ReactNode } from 'react'

import type { PreviewLook } from './look.ts'

import './phone.css'

/** Status bar of a phone: time, signal, network and battery. */
const StatusBar = () => (
  <div className="preview-status-bar" aria-hidden>
    <span>9:41</span>
    <svg viewBox="0 0 66 12">
      <path d="M0 8h3v4H0zM5 6h3v6H5zM10 3h3v9h-3zM15 0h3v12h-3z" />
      <path
        className="is-line"
        d="M25 4.6a9 9 0 0 1 12 0M27.2 7.2a5.6 5.6 0 0 1 7.6 0M29.4 9.8a2.4 2.4 0 0 1 3.2 0"
      />
      <rect className="is-line" x="42.5" y=".5" width="20" height="11" rx="3" />
      <rect x="44.5" y="2.5" width="15" height="7" rx="1.5" />
      <path d="M64 4v4a2 2 0 0 0 1.5-2A2 2 0 0 0 64 4Z" />
    </svg>
  </div>
)

/** Title bar of a mini-program: back button, title, and WeChat's buttons. */
const TitleBar = ({ title, hasBack }: { title: string; hasBack: boolean }) => (
  <div className="preview-title-bar">
    {hasBack ? (
      <svg className="line-icon" viewBox="0 0 24 24" aria-hidden>
        <path d="m15 5-7 7 7 7" />
      </svg>
    ) : (
      <i />
    )}
    <span>{title}</span>
    <svg className="line-icon preview-capsule" viewBox="0 0 87 32" aria-hidden>
      <rect x=".5" y=".5" width="86" height="31" rx="15.5" />
      <path d="M43.5 8v16M17 16h.1M22 16h.1M27 16h.1" />
      <circle cx="65" cy="16" r="7" />
      <circle cx="65" cy="16" r="2.4" />
    </svg>
  </div>
)

/** A screen of the mini-program. */
export type PhoneScreen = {
  title: string
  content: ReactNode
  /** Fixed content below the scrolling part: the tabs of the home page, the buttons of a card. */
  foot?: ReactNode
  /** Whether it is the first page, which has no back button. */
  isHome?: boolean
  /** Whether the title bar is dark. */
  isNavDark?: boolean
  /** Brand colour of the firm; a dark blue by default. */
  brand?: string | undefined
}

/** Returns the colour if it is complete; otherwise undefined, for example while it is being typed. */
export const validColour = (colour: string | null | undefined) =>
  /^#[0-9A-Fa-f]{6}$/.test(colour ?? '') ? colour! : undefined

type Props = { screen: PhoneScreen; look: PreviewLook; lang: 'en' | 'zh-CN' }

/**
 * Phone that shows a screen of the mini-program in the mini-program's own colours, independent of the page's theme.
 */
export const Phone = ({ screen, look, lang }: Props) => {
  const translate = useTranslate()
  const { title, content, foot, isHome = false, isNavDark = false, brand } = screen
  const style: CSSProperties = { '--phone': `${look.width}px`, ...(brand && { '--own-brand': brand }) }
  return (
    // The mini-program is written from left to right, also on a mirrored page.
    <div
      className={`preview-frame is-${look.theme} ${isNavDark ? 'has-dark-bar' : ''}`}
      style={style}
      dir="ltr"
    >
      <div className="preview-bars">
        <StatusBar />
        <TitleBar title={title} hasBack={!isHome} />
      </div>
      {/* Focusable, so that a long article can be scrolled with the keyboard. */}
      <div
        className="preview-screen"
        lang={lang}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrollable region has to be reachable by keyboard.
        tabIndex={0}
        role="region"
        aria-label={translate('内容')}
      >
        {content}
      </div>
      {foot && <div className="preview-foot">{foot}</div>}
    </div>
  )
}
