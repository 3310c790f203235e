import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'

/** The places in the page header that a screen may fill. */
export type Slots = Record<'title' | 'state' | 'actions', HTMLElement | null>

export const PageSlots = createContext<Slots>({ title: null, state: null, actions: null })

const slot =
  (name: keyof Slots) =>
  ({ children }: { children: ReactNode }) => {
    const place = useContext(PageSlots)[name]
    return place && createPortal(children, place)
  }

/** Replaces the title of the route by that of the record: 张三的名片. */
export const PageTitle = slot('title')
/** The state of the record, beside the title. */
export const PageState = slot('state')
/** The buttons of the page, at most one of them filled. */
export const PageActions = slot('actions')
