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

import { whenIdle } from '../../loading/whenIdle.ts'
import { type ListOption, OptionContent } from '../choice/OptionContent.tsx'

type PopperInstance =
  NonNullable<PopperProps['popperRef']> extends infer R
    ? R extends RefObject<infer I>
      ? NonNullable<I>
      : never
    : never

type Props = {
  auto: Pick<
    UseAutocompleteReturnValue<ListOption>,
    'anchorEl' | 'getListboxProps' | 'getOptionProps' | 'groupedOptions'
  >
  /** Shown if the list is empty. */
  emptyText: string
}

/**
 * Passes the content of the list through a context, so that a key press renders the content but not Popper, which
 * would measure the page.
 */
const ListContentContext = createContext<ReactNode>(null)
const ListContent = () => useContext(ListContentContext)

type ListPopperProps = { anchorEl: HTMLElement; popper: RefObject<PopperInstance | null> }

const ListPopper = memo(function ListPopper({ anchorEl, popper }: ListPopperProps) {
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
      <ListContent />
    </Popper>
  )
})

/**
 * Open list of a searchable select, above all other content. Popper places it above the input if there is no room
 * below.
 */
export const OptionList = ({ auto, emptyText }: Props) => {
  const popper = useRef<PopperInstance>(null)
  const { length } = auto.groupedOptions
  const options: readonly ListOption[] = auto.groupedOptions
  useLayoutEffect(() => {
    // A list above its input moves whenever its height changes; below it, only when it reaches the end of the window.
    const updatePosition = () => void popper.current?.update()
    if (popper.current?.state.placement.startsWith('top')) updatePosition()
    else whenIdle(updatePosition)
  }, [length])
  return (
    <ListContentContext
      value={
        <ul {...auto.getListboxProps()} className="combo-list">
          {options.map((choice, index) => {
            const { key, ...option } = auto.getOptionProps({ option: choice, index })
            return (
              <li key={key} {...option} className="combo-option">
                <OptionContent option={choice} options={options} />
                {choice.note && <small>{choice.note}</small>}
              </li>
            )
          })}
          {length === 0 && <li className="combo-none">{emptyText}</li>}
        </ul>
      }
    >
      {auto.anchorEl && <ListPopper anchorEl={auto.anchorEl} popper={popper} />}
    </ListContentContext>
  )
}
