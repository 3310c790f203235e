import { useTranslate } from 'ra-core'
import { useEffect, useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'

import { homeOf } from '../../providers/session.ts'
import { isDark, onAppearance } from '../theme/appearance.ts'
import { useSession } from '../session/sessionContext.ts'
import { PictureWithFallback } from '../ui/PictureWithFallback.tsx'

const ProductMark = () => (
  <svg className="brand-mark" viewBox="0 0 32 32" aria-hidden>
    <rect x="2.5" y="6.5" width="27" height="19" rx="2.5" />
    <path className="brass" d="M8.5 11v10" />
    <path d="M13 12.5h11M13 16h8M13 19.5h5" />
  </svg>
)

const useFavicon = (url: string | undefined) =>
  useEffect(() => {
    if (url) document.querySelector('link[rel=icon]')?.setAttribute('href', url)
  }, [url])

/** The firm's logo from the application configuration, or the product's mark with the firm's name. */
export const Brand = ({ isSmall }: { isSmall: boolean }) => {
  const translate = useTranslate()
  const { conf, self } = useSession()
  const isDarkTheme = useSyncExternalStore(onAppearance, isDark)
  const { logo, logoDark = logo, logoCollapsed } = conf.assets.imgs
  const picture = (isSmall && logoCollapsed) || (isDarkTheme ? logoDark : logo)
  useFavicon(conf.assets.imgs['favicon'])
  const name = conf.firm.shortName || conf.firm.name
  return (
    <Link className="brand" to={homeOf(self)} aria-label={translate('%{name}，回到首页', { name })}>
      <PictureWithFallback
        src={picture}
        alt=""
        fallback={
          <>
            <ProductMark />
            <span className="brand-name">{name}</span>
          </>
        }
      />
    </Link>
  )
}
