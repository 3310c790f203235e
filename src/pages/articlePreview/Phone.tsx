import type { ReactNode } from 'react'

/** Signal, network and charge, as every phone has them. */
const StatusBar = () => (
  <div className="preview-status" aria-hidden>
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

/** The bar of a mini-program: back, title, and WeChat's own capsule. */
const TitleBar = ({ title }: { title: string }) => (
  <div className="preview-bar">
    <svg viewBox="0 0 24 24" aria-hidden>
      <path d="m15 5-7 7 7 7" />
    </svg>
    <span>{title}</span>
    <svg className="preview-capsule" viewBox="0 0 87 32" aria-hidden>
      <rect x=".5" y=".5" width="86" height="31" rx="15.5" />
      <path d="M43.5 8v16M17 16h.1M22 16h.1M27 16h.1" />
      <circle cx="65" cy="16" r="7" />
      <circle cx="65" cy="16" r="2.4" />
    </svg>
  </div>
)

type Props = { title: string; lang: string; tools?: ReactNode; children: ReactNode }

/** A phone that shows the mini-program: always in light colours, as the mini-program has no others. */
export const Phone = ({ title, lang, tools, children }: Props) => (
  <figure className="preview-phone" aria-label="小程序预览">
    <figcaption>
      <span>小程序预览(示意)</span>
      {tools}
    </figcaption>
    <div className="preview-frame">
      <StatusBar />
      <TitleBar title={title} />
      {/* A long article is scrolled by the keyboard too. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled region has to be reached */}
      <div className="preview-screen" lang={lang} tabIndex={0} role="region" aria-label="内容">
        {children}
      </div>
    </div>
  </figure>
)
