import Popper, { type PopperProps } from '@mui/material/Popper'
import type { UseAutocompleteReturnValue } from '@mui/material/useAutocomplete'

import {
  createContext,
  memo,
  type ReactNode,
  type RefObject,
  useContext,
  useLayoutEffect,
  useRef,
} from 'react'

import { whenIdle } from '../shell/whenIdle.ts'
import type { SearchableName } from './nameRank.ts'

type Instance =
  NonNullable<PopperProps['popperRef']> extends infer R
    ? R extends RefObject<infer I>
      ? NonNullable<I>
      : never
    : never

/** One thing to choose. */
export type ListOption = SearchableName & { id: string | number; note?: string }

type Props = {
  auto: Pick<
    UseAutocompleteReturnValue<ListOption>,
    'anchorEl' | 'getListboxProps' | 'getOptionProps' | 'groupedOptions'
  >
  /** Said where there is nothing to choose. */
  emptyText: string
}

/** What the list holds. Popper measures the page at each drawing of its own: what is typed draws this alone. */
const Shown = createContext<ReactNode>(null)
const Content = () => useContext(Shown)

type Placing = { anchorEl: HTMLElement; popper: RefObject<Instance | null> }

const Place = memo(function Place({ anchorEl, popper }: Placing) {
  return (
    <Popper
      open
      role="presentation"
      className="combo-popper"
      anchorEl={anchorEl}
      placement="bottom-start"
      popperRef={popper}
      style={{ width: anchorEl.clientWidth }}
    >
      <Content />
    </Popper>
  )
})

/** The open list of a searchable choice: over everything, below its input or above it where there is no room. */
export const OptionList = ({ auto, emptyText }: Props) => {
  const popper = useRef<Instance>(null)
  const { length } = auto.groupedOptions
  useLayoutEffect(() => {
    // Above its input it has to move with each change of its height; below only where the room ends.
    const place = () => void popper.current?.update()
    if (popper.current?.state.placement.startsWith('top')) place()
    else whenIdle(place)
  }, [length])
  return (
    <Shown
      value={
        <ul {...auto.getListboxProps()} className="combo-list">
          {auto.groupedOptions.map((choice, index) => {
            const { key, ...option } = auto.getOptionProps({ option: choice, index })
            return (
              <li key={key} {...option} className="combo-option">
                {choice.name}
                {choice.note && <small>{choice.note}</small>}
              </li>
            )
          })}
          {length === 0 && <li className="combo-none">{emptyText}</li>}
        </ul>
      }
    >
      {auto.anchorEl && <Place anchorEl={auto.anchorEl} popper={popper} />}
    </Shown>
  )
}
