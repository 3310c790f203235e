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

/** Disabled by itself or by its fieldset, or announced as disabled while it keeps the focus. */
const disabledStates = '.Mui-disabled, :disabled, [aria-disabled=true]'
const disabled = `&:is(${disabledStates})`
/** A pointer may rest on a disabled button, whose look must not change. `:where` adds nothing to the specificity. */
const hovered = `&:hover:not(:where(${disabledStates}))`

/** Styles of buttons: MUI's three variants, and `link` for buttons that look like links. */
export const buttonTheme: Components<Theme> = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    // As `:focus-visible` of tokens.css, which MUI's own style overrides.
    styleOverrides: {
      root: { '&:focus-visible': { outline: '2px solid var(--accent)', outlineOffset: 2 } },
    },
  },
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
        // Pointer events stay on, so that its tooltip appears.
        [disabled]: { pointerEvents: 'auto', cursor: 'default', color: 'var(--ink-3)' },
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
          [hovered]: { borderColor: 'var(--line-strong)', backgroundColor: 'var(--sunken)' },
          [disabled]: { borderColor: 'var(--line)', backgroundColor: 'var(--surface)' },
        },
      },
      {
        props: { variant: 'outlined', color: 'error' },
        style: {
          color: 'var(--bad)',
          [hovered]: { borderColor: 'var(--bad)', backgroundColor: 'var(--bad-faint)' },
        },
      },
      {
        props: { variant: 'contained' },
        style: {
          padding: '4px 16px',
          '&, &:hover': { boxShadow: 'none' },
          [disabled]: { backgroundColor: 'var(--sunken)' },
        },
      },
      {
        props: { variant: 'contained', color: 'primary' },
        style: {
          backgroundColor: 'var(--brand)',
          color: 'var(--on-brand)',
          [hovered]: { backgroundColor: 'var(--brand-hover)' },
        },
      },
      {
        props: { variant: 'contained', color: 'error' },
        style: {
          backgroundColor: 'var(--bad)',
          color: textOnColour,
          [hovered]: { backgroundColor: 'var(--bad)', filter: 'brightness(0.92)' },
          [disabled]: { filter: 'none' },
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
          [hovered]: { backgroundColor: 'var(--sunken)', color: 'var(--ink)' },
          [disabled]: { backgroundColor: 'transparent' },
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
          [hovered]: {
            backgroundColor: 'transparent',
            textDecoration: 'underline',
            textUnderlineOffset: 4,
          },
          [disabled]: { textDecoration: 'none' },
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
        [hovered]: { backgroundColor: 'var(--sunken)', color: 'var(--ink)' },
      },
    },
  },
}
