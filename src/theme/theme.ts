import { createTheme, type ThemeOptions } from '@mui/material/styles'

import { buttonTheme } from './buttonTheme.ts'
import { switchTheme } from './switchTheme.ts'

const floatingSurface = {
  border: '1px solid var(--line)',
  boxShadow: '0 8px 28px var(--shade)',
  backgroundImage: 'none',
}

/** Styles of MUI's components, so that they match the rest of the product. */
const components: ThemeOptions['components'] = {
  ...buttonTheme,
  ...switchTheme,
  // `small` is 20 px.
  MuiSvgIcon: { defaultProps: { fontSize: 'small' } },
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiPopover: {
    styleOverrides: {
      paper: {
        ...floatingSurface,
        minWidth: 160,
        maxWidth: 'min(440px, calc(100% - 32px))',
        maxHeight: 'min(480px, calc(100% - 32px))',
        borderRadius: 8,
        marginTop: 4,
      },
    },
  },
  MuiMenu: { styleOverrides: { list: { padding: 4 } } },
  MuiMenuItem: {
    styleOverrides: {
      root: {
        // Doubled to override MUI's media query for wide screens.
        '&&': { minHeight: 36 },
        padding: '4px 12px',
        borderRadius: 4,
        fontSize: 14,
        '&.Mui-focusVisible, &:hover': { backgroundColor: 'var(--sunken)' },
        '&.Mui-focusVisible': { outline: '2px solid var(--accent)', outlineOffset: -2 },
        '&.Mui-selected, &.Mui-selected:hover': { backgroundColor: 'var(--brand-faint)', fontWeight: 500 },
        '&.is-danger': { color: 'var(--bad)' },
        '&.is-apart': { marginTop: 4, borderTop: '1px solid var(--line)', borderRadius: '0 0 4px 4px' },
      },
    },
  },
  MuiDialog: {
    defaultProps: { maxWidth: false },
    styleOverrides: {
      paper: {
        ...floatingSurface,
        '--stick-top': '0px',
        width: 'min(480px, calc(100vw - 32px))',
        maxWidth: 'none',
        maxHeight: 'calc(100dvh - 32px)',
        margin: 16,
        borderRadius: 8,
        '&.is-wide': { width: 'min(880px, calc(100vw - 32px))' },
      },
    },
  },
  MuiBackdrop: {
    styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: 'var(--backdrop)' } } },
  },
  MuiDrawer: { styleOverrides: { paper: { borderColor: 'var(--line)', backgroundColor: 'var(--surface)' } } },
}

const paletteColour = (name: string) => ({
  main: `var(--${name})`,
  contrastText: 'light-dark(#ffffff, #10161e)',
})

/** One theme for both colour schemes, because its colours are CSS variables of tokens.css. */
export const theme = createTheme({
  // MUI would otherwise override the `color-scheme` of tokens.css.
  cssVariables: { nativeColor: true, disableCssColorScheme: true },
  palette: {
    primary: { main: 'var(--brand)', dark: 'var(--brand-hover)', contrastText: 'var(--on-brand)' },
    secondary: paletteColour('accent'),
    success: paletteColour('good'),
    warning: paletteColour('waiting'),
    error: paletteColour('bad'),
    info: paletteColour('info'),
    text: { primary: 'var(--ink)', secondary: 'var(--ink-2)', disabled: 'var(--ink-3)' },
    background: { default: 'var(--page)', paper: 'var(--surface)' },
    divider: 'var(--line)',
    action: {
      active: 'var(--ink-2)',
      hover: 'var(--sunken)',
      selected: 'var(--brand-faint)',
      disabled: 'var(--ink-3)',
      disabledBackground: 'var(--sunken)',
      focus: 'var(--brand-faint)',
    },
  },
  typography: { fontFamily: 'var(--font)', fontSize: 14, button: { textTransform: 'none' } },
  shape: { borderRadius: 6 },
  transitions: {
    duration: { enteringScreen: 150, leavingScreen: 120, standard: 150, shorter: 150, short: 150 },
  },
  components,
})
