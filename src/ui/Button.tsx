import MuiButton, { type ButtonProps } from '@mui/material/Button'
import type { ComponentProps } from 'react'
import type { LinkProps } from 'react-router-dom'

import { IntentLink } from '../routing/IntentLink.tsx'
import { useKeptFocus } from './useKeptFocus.ts'

/** Filled (one per page), filled in red, without a border, or like a link; by default with a border. */
export type ButtonLook = 'primary' | 'danger' | 'quiet' | 'link'

type LookProps = {
  look?: ButtonLook | undefined
  /** Red text, for commands that are hard to undo. */
  isDanger?: boolean | undefined
}

/** MUI's `variant` for each look; `buttonTheme.ts` defines the styles. */
const muiLooks = {
  bordered: { variant: 'outlined' },
  primary: { variant: 'contained' },
  danger: { variant: 'contained' },
  quiet: { variant: 'text' },
  link: { variant: 'link' },
} as const satisfies Record<ButtonLook | 'bordered', Pick<ButtonProps, 'variant'>>

const muiLook = ({ look, isDanger }: LookProps) => ({
  ...muiLooks[look ?? 'bordered'],
  color: look === 'danger' || isDanger ? ('error' as const) : ('primary' as const),
})

type Props = LookProps & Omit<ComponentProps<'button'>, 'color' | 'onBlur'>

/** MUI's button with the looks of the product. It keeps the focus while it is disabled. */
export const Button = ({ look, isDanger, ...props }: Props) => (
  <MuiButton {...muiLook({ look, isDanger })} {...props} {...useKeptFocus(props)} />
)

/** A link that looks like a button. */
export const ButtonLink = ({ look, isDanger, ...props }: LookProps & Omit<LinkProps, 'color'>) => (
  <MuiButton component={IntentLink} {...muiLook({ look, isDanger })} {...props} />
)
