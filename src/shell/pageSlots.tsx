import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { createPortal } from 'react-dom'

import type { MenuName } from '../../resources/domain/menu.ts'

/** The places in the page header that a screen may fill. */
export type Slots = Record<'title' | 'state' | 'actions', HTMLElement | null>

export const PageSlots = createContext<Slots>({ title: null, state: null, actions: null })

const slot =
  (name: keyof Slots) =>
  ({ children }: { children: ReactNode }) => {
    const place = useContext(PageSlots)[name]
    return place && createPortal(children, place)
  }

/** Takes the title of the record for the tab of the browser. */
export const PageName = createContext<(name: string | null) => void>(() => {})

/** Takes the entry of the menu that a screen belongs to. */
export const MenuMark = createContext<(name: MenuName | null) => void>(() => {})

/** Marks the entry of the record, where one address serves records of several entries. */
export const useMenuMark = (name: MenuName | undefined) => {
  const mark = useContext(MenuMark)
  useEffect(() => {
    mark(name ?? null)
    return () => mark(null)
  }, [name, mark])
}

const Heading = slot('title')

/** Replaces the title of the route by that of the record: 张三的名片. */
export const PageTitle = ({ children }: { children: string }) => {
  const setName = useContext(PageName)
  useEffect(() => {
    setName(children)
    return () => setName(null)
  }, [children, setName])
  return <Heading>{children}</Heading>
}
/** The state of the record, beside the title. */
export const PageState = slot('state')
/** The buttons of the page, at most one of them filled. */
export const PageActions = slot('actions')
