import MuiButton, { type ButtonProps } from '@mui/material/Button'
import type { ComponentProps } from 'react'
import type { LinkProps } from 'react-router-dom'

import { IntentLink } from './IntentLink.tsx'

/** Filled (one on a page), filled red, without a border, as a link; else with a border. */
export type ButtonLook = 'primary' | 'danger' | 'quiet' | 'link'

type LookProps = {
  look?: ButtonLook | undefined
  /** Written in red: what it does is hard to undo. */
  isDanger?: boolean | undefined
}

/** Our button variants by MUI's `variant` and `color`; `buttonTheme.ts` styles them. */
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

type Props = LookProps & Omit<ComponentProps<'button'>, 'color'>

/** The one button: MUI's, in the product's looks. */
export const Button = ({ look, isDanger, ...props }: Props) => (
  <MuiButton {...muiLook({ look, isDanger })} {...props} />
)

/** A link to another page that looks like a button. */
export const ButtonLink = ({ look, isDanger, ...props }: LookProps & Omit<LinkProps, 'color'>) => (
  <MuiButton component={IntentLink} {...muiLook({ look, isDanger })} {...props} />
)
