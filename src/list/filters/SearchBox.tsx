import { useEvent, useListContext } from 'ra-core'
import { useEffect, useRef, useState } from 'react'

import { icons } from '../../ui/icons.ts'
import { useIme } from '../../fields/text/useIme.ts'

/** Milliseconds without typing before the list is filtered. */
const searchDelay = 200

export const SearchBox = ({ label }: { label: string }) => {
  const { filterValues, setFilters } = useListContext()
  const applied = String(filterValues.keyword ?? '')
  const [typed, setTyped] = useState(applied)
  const [sentKeyword, setSentKeyword] = useState(applied)
  const [previousApplied, setPreviousApplied] = useState(applied)
  // The keyword in the address changed for another reason than typing, such as browser navigation or clearing all
  // filters.
  if (applied !== previousApplied) {
    setPreviousApplied(applied)
    if (applied !== sentKeyword) setTyped(applied)
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const apply = useEvent((text: string) => {
    clearTimeout(timer.current)
    const keyword = text.trim()
    setSentKeyword(keyword)
    setFilters({ ...filterValues, keyword })
  })
  const ime = useIme(typed, text => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => apply(text), searchDelay)
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
