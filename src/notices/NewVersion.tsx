import { useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'

import { appBase } from '../../providers/session.ts'
import { Button } from '../ui/Button.tsx'

/** Names of the application's files, which the build writes into the document; they identify the build. */
const buildFilesIn = (page: ParentNode) =>
  page.querySelector<HTMLMetaElement>('meta[name="app-files"]')?.content

/** Files of the build that the server delivers; undefined if its page names none, such as a proxy's error page. */
const fetchBuildFiles = async () => {
  const response = await fetch(`${location.origin}${appBase}/`, { cache: 'no-cache' })
  if (!response.ok) return undefined
  return buildFilesIn(new DOMParser().parseFromString(await response.text(), 'text/html'))
}

/** Milliseconds between two checks. */
const checkInterval = 5 * 60_000

/** Files of a newer build on the server, if there is one; checked while the tab is visible. */
const useNewBuild = () => {
  const [other, setOther] = useState<string>()
  useEffect(() => {
    const own = buildFilesIn(document)
    if (own === undefined) return
    let lastCheck = 0
    const check = async () => {
      if (document.visibilityState !== 'visible' || Date.now() - lastCheck < checkInterval) return
      lastCheck = Date.now()
      // If the request fails, the state stays unknown.
      const served = await fetchBuildFiles().catch(() => undefined)
      if (served !== undefined) setOther(served === own ? undefined : served)
    }
    const checkNow = () => void check()
    const timer = setInterval(checkNow, checkInterval)
    document.addEventListener('visibilitychange', checkNow)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', checkNow)
    }
  }, [])
  return other
}

/** Says that there is a new version. Reloading is up to the user, and unsaved changes are asked about as usual. */
export const NewVersion = () => {
  const translate = useTranslate()
  const other = useNewBuild()
  const [dismissed, setDismissed] = useState<string>()
  const isShown = other !== undefined && other !== dismissed
  return (
    <output className="late-notice">
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
