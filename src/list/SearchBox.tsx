import { useEvent, useListContext } from 'ra-core'
import { useEffect, useRef, useState } from 'react'

import { icons } from '../shell/icons.ts'
import { useIme } from '../fields/useIme.ts'

/** Typing rests this long before the list is asked. */
const pause = 200

export const SearchBox = ({ label }: { label: string }) => {
  const { filterValues, setFilters } = useListContext()
  const applied = String(filterValues.keyword ?? '')
  const [typed, setTyped] = useState(applied)
  const [sent, setSent] = useState(applied)
  const [known, setKnown] = useState(applied)
  // The address changed, and not by what was typed here: it went back, or all filters were cleared.
  if (applied !== known) {
    setKnown(applied)
    if (applied !== sent) setTyped(applied)
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const apply = useEvent((text: string) => {
    clearTimeout(timer.current)
    const keyword = text.trim()
    setSent(keyword)
    setFilters({ ...filterValues, keyword })
  })
  const ime = useIme(typed, text => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => apply(text), pause)
  })
  return (
    <form
      role="search"
      className="search"
      onSubmit={event => {
        event.preventDefault()
        apply(typed)
      }}
    >
      <icons.search />
      <input
        {...ime}
        type="search"
        className="control"
        maxLength={50}
        aria-label={label}
        placeholder={label}
        enterKeyHint="search"
        autoComplete="off"
      />
    </form>
  )
}
