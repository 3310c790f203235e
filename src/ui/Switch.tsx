import MuiSwitch from '@mui/material/Switch'
import type { ComponentProps } from 'react'

type Props = {
  isOn: boolean
  isDisabled?: boolean | undefined
  onChange: (isOn: boolean) => void
} & Omit<
  ComponentProps<'input'>,
  'checked' | 'color' | 'defaultChecked' | 'disabled' | 'onChange' | 'role' | 'size' | 'type'
>

/** MUI's switch; additional props are passed to its input element. */
export const Switch = ({ isOn, isDisabled = false, onChange, ...input }: Props) => (
  <MuiSwitch
    checked={isOn}
    disabled={isDisabled}
    onChange={(_, checked) => onChange(checked)}
    slotProps={{ input }}
  />
)
