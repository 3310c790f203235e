import { useTranslate } from 'ra-core'
import { type PointerEvent, useRef } from 'react'

import { homeOf } from '../../providers/session.ts'
import { useSession } from '../session/sessionContext.ts'
import { FirmPicture } from '../ui/FirmPicture.tsx'
import { StatePage } from './StatePage.tsx'
import { ButtonLink } from '../ui/Button.tsx'

import './notFound.css'

/** Page for unknown addresses. */
export const NotFound = () => {
  const translate = useTranslate()
  return (
    <StatePage
      picture={<FirmPicture name="notFound" fallback={<LostCard />} />}
      isWholePage
      title={translate('找不到这个页面')}
      text={translate('地址可能已变更或输入有误，请从菜单重新进入。')}
      actions={
        <ButtonLink look="primary" to={homeOf(useSession().self)}>
          {translate('回到首页')}
        </ButtonLink>
      }
    />
  )
}

/** Drawing of a blank card that tilts towards the pointer, its layers by different amounts (notFound.css). */
const LostCard = () => {
  const card = useRef<HTMLDivElement>(null)
  const tilt = ({ clientX, clientY, currentTarget }: PointerEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    card.current?.style.setProperty('--x', String((clientX - left) / width - 0.5))
    card.current?.style.setProperty('--y', String((clientY - top) / height - 0.5))
  }
  const resetTilt = () => {
    card.current?.style.removeProperty('--x')
    card.current?.style.removeProperty('--y')
  }
  return (
    <div className="lost" onPointerMove={tilt} onPointerLeave={resetTilt} aria-hidden>
      <div className="lost-card" ref={card}>
        <svg className="lost-layer" viewBox="0 0 280 168">
          <rect className="paper" x="1" y="1" width="278" height="166" rx="6" />
          {[0, 30, 60, 90, 120, 150].map(angle => (
            <g className="thread" key={angle} transform={`translate(226 120) rotate(${angle})`}>
              <ellipse rx="84" ry="28" />
              <ellipse rx="62" ry="44" />
            </g>
          ))}
        </svg>
        <svg className="lost-layer is-near" viewBox="0 0 280 168">
          <path className="brass" d="M28 30v34" />
          <text className="number" x="44" y="60">
            404
          </text>
          <path className="blank" d="M28 100h92M28 116h64M28 132h78" />
        </svg>
      </div>
    </div>
  )
}
