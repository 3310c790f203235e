import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { createPortal } from 'react-dom'

import type { MenuName } from '../../resources/domain/menu.ts'

/** Elements of the page header that a page can fill. */
export type PageSlotElements = Record<'title' | 'state' | 'actions', HTMLElement | null>

export const PageSlots = createContext<PageSlotElements>({ title: null, state: null, actions: null })

const createSlot =
  (name: keyof PageSlotElements) =>
  ({ children }: { children: ReactNode }) => {
    const place = useContext(PageSlots)[name]
    return place && createPortal(children, place)
  }

/** Sets the title of the record in the browser tab. */
export const PageName = createContext<(name: string | null) => void>(() => {})

/** Sets the menu entry that is marked as current. */
export const MenuMark = createContext<(name: MenuName | null) => void>(() => {})

/** Marks a menu entry as current, for addresses that serve records of several entries. */
export const useMenuMark = (name: MenuName | undefined) => {
  const mark = useContext(MenuMark)
  useEffect(() => {
    mark(name ?? null)
    return () => mark(null)
  }, [name, mark])
}

const TitleSlot = createSlot('title')

/** Replaces the title of the route by the title of the record, such as 张三的名片. */
export const PageTitle = ({ children }: { children: string }) => {
  const setName = useContext(PageName)
  useEffect(() => {
    setName(children)
    return () => setName(null)
  }, [children, setName])
  return <TitleSlot>{children}</TitleSlot>
}
/** Shows the state of the record beside the title. */
export const PageState = createSlot('state')
/** Shows buttons in the page header; at most one of them is primary. */
export const PageActions = createSlot('actions')
