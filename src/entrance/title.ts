import { useTranslate } from 'ra-core'
import { createContext, useContext, useEffect } from 'react'

/** The firm's name; empty until it is loaded. */
export const FirmName = createContext('')

/** Sets the title of the window from a heading and the firm's name. */
export const useTitle = (heading: string) => {
  const translate = useTranslate()
  const name = useContext(FirmName) || translate('律所名片后台')
  useEffect(() => {
    document.title = `${heading} - ${name}`
  }, [heading, name])
}
