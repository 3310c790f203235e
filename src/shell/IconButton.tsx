import MuiIconButton from '@mui/material/IconButton'
import type { ComponentProps } from 'react'
import { Link, type LinkProps } from 'react-router-dom'

/** A button that shows an icon alone, so that it needs a name. */
type Named = { 'aria-label': string; title: string }

export const IconButton = (
  props: Named & Omit<ComponentProps<'button'>, 'color' | 'title' | 'aria-label'>,
) => <MuiIconButton {...props} />

export const IconButtonLink = (props: Named & Omit<LinkProps, 'color' | 'title' | 'aria-label'>) => (
  <MuiIconButton component={Link} {...props} />
)
