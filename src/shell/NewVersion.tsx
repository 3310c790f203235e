import { useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'

import { appBase } from '../../providers/session.ts'
import { Button } from './Button.tsx'

import './newVersion.css'

/** The names of the application's files, which the build writes into the document: another build has others. */
const filesIn = (page: ParentNode) => page.querySelector<HTMLMetaElement>('meta[name="app-files"]')?.content

/** Undefined where what is served names no files: a proxy's own page, or a host that is developed on. */
const servedFiles = async () => {
  const response = await fetch(`${location.origin}${appBase}/`, { cache: 'no-cache' })
  if (!response.ok) return undefined
  return filesIn(new DOMParser().parseFromString(await response.text(), 'text/html'))
}

/** Milliseconds between two looks at what is served. */
const pause = 5 * 60_000

/** The files of another build than this tab's, once the server has one; looked for as long as somebody sees the tab. */
const useOtherBuild = () => {
  const [other, setOther] = useState<string>()
  useEffect(() => {
    const own = filesIn(document)
    if (own === undefined) return
    let last = 0
    const look = async () => {
      if (document.visibilityState !== 'visible' || Date.now() - last < pause) return
      last = Date.now()
      // Without an answer nothing is known.
      const served = await servedFiles().catch(() => undefined)
      if (served !== undefined) setOther(served === own ? undefined : served)
    }
    const lookNow = () => void look()
    const timer = setInterval(lookNow, pause)
    document.addEventListener('visibilitychange', lookNow)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookNow)
    }
  }, [])
  return other
}

/** Says that the system was updated. Whoever types something goes on; leaving it by 刷新 is asked about as ever. */
export const NewVersion = () => {
  const translate = useTranslate()
  const other = useOtherBuild()
  const [dismissed, setDismissed] = useState<string>()
  const isShown = other !== undefined && other !== dismissed
  return (
    <output className="new-version">
      {isShown && (
        <>
          <span>{translate('系统已更新，刷新后使用新版本')}</span>
          <Button look="link" onClick={() => location.reload()}>
            {translate('刷新')}
          </Button>
          <Button look="quiet" onClick={() => setDismissed(other)}>
            {translate('稍后')}
          </Button>
        </>
      )}
    </output>
  )
}
