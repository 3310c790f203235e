import { useTranslate } from 'ra-core'
import { useState } from 'react'

import type { PublicConf } from '../../providers/publicConf.ts'

const Rosette = () => (
  <svg className="rosette" viewBox="-200 -200 400 400" aria-hidden>
    <defs>
      <g id="petal">
        <ellipse rx="196" ry="72" />
        <ellipse rx="160" ry="104" />
        <ellipse rx="120" ry="40" />
      </g>
      <g id="petals">
        {[0, 15, 30, 45, 60, 75].map(angle => (
          <use key={angle} href="#petal" transform={`rotate(${angle})`} />
        ))}
      </g>
    </defs>
    {[0, 90, 7.5, 97.5].map(angle => (
      <use key={angle} href="#petals" transform={`rotate(${angle})`} />
    ))}
  </svg>
)

const ProductMark = () => (
  <svg className="mark" viewBox="0 0 32 32" aria-hidden>
    <rect x="2.5" y="6.5" width="27" height="19" rx="2.5" />
    <path className="brass" d="M8.5 11v10" />
    <path d="M13 12.5h11M13 16h8M13 19.5h5" />
  </svg>
)

/** The firm's logo, or the product's mark until it is loaded. */
const Logo = ({ src }: { src: string }) => {
  const [loaded, setLoaded] = useState('')
  return (
    <>
      {src && (
        <img className="firm-logo" src={src} alt="" hidden={loaded !== src} onLoad={() => setLoaded(src)} />
      )}
      {(src === '' || loaded !== src) && <ProductMark />}
    </>
  )
}

/** Header with the firm's name and logo, on an engraved pattern or the firm's own picture. */
export const Letterhead = ({ conf }: { conf: PublicConf | null }) => {
  const translate = useTranslate()
  const { name = '', logo = '', background = '', illustration = '' } = conf ?? {}
  return (
    <header
      className={background ? 'letterhead has-picture' : 'letterhead'}
      style={background ? { background: `url("${CSS.escape(background)}") center / cover` } : undefined}
    >
      <Rosette />
      <p className="firm">
        <Logo src={logo} />
        <span id="firm-name">{name || translate('律所名片后台')}</span>
      </p>
      {illustration && <img className="illustration" src={illustration} alt="" />}
      <div className="motto">
        <p>
          {translate('一张名片')}
          <br />
          {translate('一份托付')}
        </p>
        <p className="motto-note">{translate('律所、人员、名片与内容的管理后台')}</p>
      </div>
    </header>
  )
}
