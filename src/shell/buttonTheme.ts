import type { Components, Theme } from '@mui/material/styles'

declare module '@mui/material/Button' {
  // MUI requires this declaration for additional variants.
  interface ButtonPropsVariantOverrides {
    link: true
  }
}

const colourTransition = ['background-color', 'border-color', 'color']
  .map(name => `${name} var(--motion)`)
  .join(', ')
const textOnColour = 'light-dark(#fff, #10161e)'

/** Styles of buttons: MUI's three variants, and `link` for buttons that look like links. */
export const buttonTheme: Components<Theme> = {
  MuiButtonBase: { defaultProps: { disableRipple: true } },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: {
        gap: 6,
        minWidth: 'auto',
        minHeight: 36,
        padding: '4px 16px',
        border: '1px solid transparent',
        font: 'inherit',
        fontWeight: 500,
        lineHeight: 1.5,
        letterSpacing: 'inherit',
        verticalAlign: 'baseline',
        whiteSpace: 'nowrap',
        transition: colourTransition,
        // Disabled by itself or by its fieldset; pointer events stay on, so that its tooltip appears.
        '&:is(.Mui-disabled, :disabled)': { pointerEvents: 'auto', cursor: 'default', color: 'var(--ink-3)' },
      },
    },
    variants: [
      {
        props: { variant: 'outlined' },
        style: {
          padding: '4px 16px',
          borderColor: 'var(--line)',
          backgroundColor: 'var(--surface)',
          color: 'var(--ink)',
          '&:hover:not(:disabled)': { borderColor: 'var(--line-strong)', backgroundColor: 'var(--sunken)' },
          '&:is(.Mui-disabled, :disabled)': { borderColor: 'var(--line)', backgroundColor: 'var(--surface)' },
        },
      },
      {
        props: { variant: 'outlined', color: 'error' },
        style: {
          color: 'var(--bad)',
          '&:hover:not(:disabled)': { borderColor: 'var(--bad)', backgroundColor: 'var(--bad-faint)' },
        },
      },
      {
        props: { variant: 'contained' },
        style: {
          padding: '4px 16px',
          '&, &:hover': { boxShadow: 'none' },
          '&:is(.Mui-disabled, :disabled)': { backgroundColor: 'var(--sunken)' },
        },
      },
      {
        props: { variant: 'contained', color: 'primary' },
        style: {
          backgroundColor: 'var(--brand)',
          color: 'var(--on-brand)',
          '&:hover': { backgroundColor: 'var(--brand-hover)' },
        },
      },
      {
        props: { variant: 'contained', color: 'error' },
        style: {
          backgroundColor: 'var(--bad)',
          color: textOnColour,
          '&:hover': { backgroundColor: 'var(--bad)', filter: 'brightness(0.92)' },
          '&:is(.Mui-disabled, :disabled)': { filter: 'none' },
        },
      },
      {
        props: { variant: 'text' },
        style: {
          minHeight: 30,
          padding: '2px 10px',
          color: 'var(--ink-2)',
          fontWeight: 400,
          fontSize: 13,
          '&:hover': { backgroundColor: 'var(--sunken)', color: 'var(--ink)' },
          '&:is(.Mui-disabled, :disabled)': { backgroundColor: 'transparent' },
        },
      },
      {
        props: { variant: 'link' },
        style: {
          minWidth: 24,
          minHeight: 24,
          padding: '0 4px',
          border: 0,
          backgroundColor: 'transparent',
          color: 'var(--brand)',
          fontWeight: 400,
          textAlign: 'inherit',
          whiteSpace: 'normal',
          '&:hover': {
            backgroundColor: 'transparent',
            textDecoration: 'underline',
            textUnderlineOffset: 4,
          },
          '&:is(.Mui-disabled, :disabled)': { textDecoration: 'none' },
        },
      },
      { props: { variant: 'text', color: 'error' }, style: { color: 'var(--bad)' } },
      { props: { variant: 'link', color: 'error' }, style: { color: 'var(--bad)' } },
    ],
  },
  MuiIconButton: {
    styleOverrides: {
      root: {
        position: 'relative',
        width: 36,
        height: 36,
        padding: 0,
        borderRadius: 6,
        color: 'var(--ink-2)',
        transition: colourTransition,
        '&:hover': { backgroundColor: 'var(--sunken)', color: 'var(--ink)' },
      },
    },
  },
}
