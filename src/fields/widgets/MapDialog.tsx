import { useTranslate } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'

import { appBase } from '../../../providers/session.ts'
import { Button } from '../../shell/Button.tsx'
import { Dialog } from '../../shell/Dialog.tsx'

import './map.css'

type Place = { longitude: number; latitude: number }
type Props = {
  provider: string
  mapKey: string
  /** Null where none is known yet. */
  place: Place | null
  onPick: (place: Place) => void
  onClose: () => void
}

/** So long a provider may take to answer. */
const patienceMs = 20_000
/** Where one begins to look: the whole country. */
const country = { longitude: 104.2, latitude: 35.9, zoom: 4, marked: false }

/** What `public/map.html` says. */
const told = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['ready', 'drawn', 'failed']) }),
  z.object({ kind: z.literal('picked'), longitude: z.number(), latitude: z.number() }),
])
const rounded = (degrees: number) => Number(degrees.toFixed(6))

/** A map of the firm's provider, on which a place is pressed. Where it does not come, coordinates are typed. */
export const MapDialog = ({ provider, mapKey, place, onPick, onClose }: Props) => {
  const translate = useTranslate()
  const frame = useRef<HTMLIFrameElement>(null)
  const [state, setState] = useState<'loading' | 'drawn' | 'failed'>('loading')
  const [picked, setPicked] = useState<Place | null>(null)
  useEffect(() => {
    const start = place ? { ...place, zoom: 16, marked: true } : country
    const timer = setTimeout(() => setState(now => (now === 'loading' ? 'failed' : now)), patienceMs)
    const hear = ({ source, data }: MessageEvent<unknown>) => {
      const { data: message } = told.safeParse(data)
      const target = frame.current?.contentWindow
      if (!message || !target || source !== target) return
      // Its origin is none, since it is sandboxed; the key is a public one.
      if (message.kind === 'ready') target.postMessage({ provider, key: mapKey, ...start }, '*')
      else if (message.kind === 'picked')
        setPicked({ longitude: rounded(message.longitude), latitude: rounded(message.latitude) })
      else setState(message.kind)
    }
    window.addEventListener('message', hear)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('message', hear)
    }
  }, [provider, mapKey, place])
  return (
    <Dialog title={translate('在地图上选点')} onClose={onClose} isWide>
      <div className="dialog-content">
        {state === 'failed' ? (
          <p className="note is-bad" role="alert">
            {translate('地图加载失败，请检查网络和地图密钥，或关闭后直接填写经纬度。')}
          </p>
        ) : (
          <iframe
            ref={frame}
            className="map-frame"
            title={translate('地图')}
            sandbox="allow-scripts"
            src={`${appBase}/map.html`}
          />
        )}
        <p role="status">
          {picked
            ? translate('经度 %{longitude}，纬度 %{latitude}', {
                longitude: picked.longitude,
                latitude: picked.latitude,
              })
            : state === 'drawn'
              ? translate('点击地图上律所所在的位置。')
              : state === 'loading' && translate('正在加载地图…')}
        </p>
      </div>
      <footer className="dialog-foot">
        <Button onClick={onClose}>{translate('取消')}</Button>
        <Button look="primary" disabled={!picked} onClick={() => picked && onPick(picked)}>
          {translate('使用此位置')}
        </Button>
      </footer>
    </Dialog>
  )
}
