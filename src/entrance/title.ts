import { useTranslate } from 'ra-core'
import { createContext, useContext, useEffect } from 'react'

/** The firm's name; empty until it is known. */
export const FirmName = createContext('')

/** The window is called by the heading that stands in it, and by the firm. */
export const useTitle = (heading: string) => {
  const translate = useTranslate()
  const name = useContext(FirmName) || translate('律所名片后台')
  useEffect(() => {
    document.title = `${heading} - ${name}`
  }, [heading, name])
}
