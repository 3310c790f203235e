import MuiIconButton from '@mui/material/IconButton'
import type { ComponentProps } from 'react'
import { Link, type LinkProps } from 'react-router-dom'

/** Required, because a button with only an icon has no other accessible name. */
type AccessibleName = { 'aria-label': string; title: string }

export const IconButton = (
  props: AccessibleName & Omit<ComponentProps<'button'>, 'color' | 'title' | 'aria-label'>,
) => <MuiIconButton {...props} />

export const IconButtonLink = (props: AccessibleName & Omit<LinkProps, 'color' | 'title' | 'aria-label'>) => (
  <MuiIconButton component={Link} {...props} />
)
