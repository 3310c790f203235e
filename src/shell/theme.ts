import { createTheme, type ThemeOptions } from '@mui/material/styles'

import { buttonTheme } from './buttonTheme.ts'
import { switchTheme } from './switchTheme.ts'

const floating = {
  border: '1px solid var(--line)',
  boxShadow: '0 8px 28px var(--shade)',
  backgroundImage: 'none',
}

/** What behaves is MUI's (menu, popover, dialog, drawer), and looks like everything else. */
const components: ThemeOptions['components'] = {
  ...buttonTheme,
  ...switchTheme,
  // 20 px.
  MuiSvgIcon: { defaultProps: { fontSize: 'small' } },
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiPopover: {
    styleOverrides: {
      paper: {
        ...floating,
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
        // Twice: MUI has another height for wide screens.
        '&&': { minHeight: 36 },
        padding: '4px 12px',
        borderRadius: 4,
        fontSize: 14,
        '&.Mui-focusVisible, &:hover': { backgroundColor: 'var(--sunken)' },
        '&.Mui-focusVisible': { outline: '2px solid var(--accent)', outlineOffset: -2 },
        '&.Mui-selected, &.Mui-selected:hover': { backgroundColor: 'var(--brand-faint)', fontWeight: 500 },
        '&.is-danger': { color: 'var(--bad)' },
      },
    },
  },
  MuiDialog: {
    defaultProps: { maxWidth: false },
    styleOverrides: {
      paper: {
        ...floating,
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

const filled = (name: string) => ({ main: `var(--${name})`, contrastText: 'light-dark(#ffffff, #10161e)' })

/** One theme for light and dark: its colours are the variables of tokens.css, which know the difference. */
export const theme = createTheme({
  // MUI would otherwise write `color-scheme: light` over that of tokens.css.
  cssVariables: { nativeColor: true, disableCssColorScheme: true },
  palette: {
    primary: { main: 'var(--brand)', dark: 'var(--brand-hover)', contrastText: 'var(--on-brand)' },
    secondary: filled('accent'),
    success: filled('good'),
    warning: filled('waiting'),
    error: filled('bad'),
    info: filled('info'),
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
