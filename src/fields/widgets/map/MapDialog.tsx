import { useTranslate } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'

import { appBase } from '../../../../providers/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { DialogFoot } from '../../../ui/dialog/DialogFoot.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'

import './map.css'

type Coordinates = { longitude: number; latitude: number }
type Props = {
  provider: string
  mapKey: string
  /** Initial position; null if there is none. */
  place: Coordinates | null
  onPick: (place: Coordinates) => void
  onClose: () => void
}

/** Milliseconds after which the map is considered unavailable. */
const loadTimeoutMs = 20_000
/** Initial view of the map without a position. */
const wholeCountry = { longitude: 104.2, latitude: 35.9, zoom: 4, marked: false }

/** Messages that `public/map.html` posts. */
const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['ready', 'drawn', 'failed']) }),
  z.object({ kind: z.literal('picked'), longitude: z.number(), latitude: z.number() }),
])
/** Six decimals of a degree are about 10 cm. */
const roundCoordinates = ({ longitude, latitude }: Coordinates): Coordinates => ({
  longitude: Number(longitude.toFixed(6)),
  latitude: Number(latitude.toFixed(6)),
})

/**
 * Dialog that picks a position on the provider's map. If the map does not load, the user can type the coordinates.
 */
export const MapDialog = ({ provider, mapKey, place, onPick, onClose }: Props) => {
  const translate = useTranslate()
  const frame = useRef<HTMLIFrameElement>(null)
  const [state, setState] = useState<'loading' | 'drawn' | 'failed'>('loading')
  const [picked, setPicked] = useState<Coordinates | null>(null)
  useEffect(() => {
    const start = place ? { ...place, zoom: 16, marked: true } : wholeCountry
    const timer = setTimeout(() => setState(now => (now === 'loading' ? 'failed' : now)), loadTimeoutMs)
    const onMessage = ({ source, data }: MessageEvent<unknown>) => {
      const { data: message } = messageSchema.safeParse(data)
      const target = frame.current?.contentWindow
      if (!message || !target || source !== target) return
      // A sandboxed frame has an opaque origin, so that the target must be '*'; the map key is public anyway.
      if (message.kind === 'ready') target.postMessage({ provider, key: mapKey, ...start }, '*')
      else if (message.kind === 'picked') setPicked(roundCoordinates(message))
      else setState(message.kind)
    }
    window.addEventListener('message', onMessage)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('message', onMessage)
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
      <DialogFoot>
        <Button onClick={onClose}>{translate('取消')}</Button>
        <Button look="primary" disabled={!picked} onClick={() => picked && onPick(picked)}>
          {translate('使用此位置')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
