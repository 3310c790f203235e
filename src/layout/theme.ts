import { createTheme, type ThemeOptions } from '@mui/material/styles'

const control = { borderRadius: 6, textTransform: 'none', boxShadow: 'none' } as const
const quiet = {
  transition: 'background-color var(--motion), border-color var(--motion), color var(--motion)',
}
const focusRing = { outline: '2px solid var(--accent)', outlineOffset: 2 }

const buttons: ThemeOptions['components'] = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: { root: { '&.Mui-focusVisible': focusRing } },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: { ...control, ...quiet, minHeight: 36, padding: '4px 16px', lineHeight: 1.5, fontWeight: 500 },
      sizeSmall: { minHeight: 30, padding: '2px 10px', fontSize: 13 },
      sizeLarge: { minHeight: 44, padding: '6px 20px', fontSize: 15 },
      contained: { '&:hover': { backgroundColor: 'var(--brand-hover)' } },
      outlined: {
        borderColor: 'var(--line)',
        color: 'var(--ink)',
        backgroundColor: 'var(--surface)',
        '&:hover': { borderColor: 'var(--line-strong)', backgroundColor: 'var(--sunken)' },
      },
      text: { '&:hover': { backgroundColor: 'var(--sunken)' } },
    },
    variants: [
      {
        props: { variant: 'contained', color: 'error' },
        style: { '&:hover': { backgroundColor: 'var(--bad)', filter: 'brightness(0.92)' } },
      },
      {
        props: { variant: 'outlined', color: 'error' },
        style: {
          color: 'var(--bad)',
          '&:hover': { borderColor: 'var(--bad)', backgroundColor: 'var(--bad-faint)' },
        },
      },
    ],
  },
  MuiIconButton: {
    styleOverrides: {
      root: {
        ...quiet,
        borderRadius: 6,
        color: 'var(--ink-2)',
        '&:hover': { backgroundColor: 'var(--sunken)', color: 'var(--ink)' },
      },
    },
  },
}

const inputs: ThemeOptions['components'] = {
  MuiInputBase: { styleOverrides: { root: { fontSize: 14 } } },
  MuiOutlinedInput: {
    defaultProps: { notched: false },
    styleOverrides: {
      root: {
        borderRadius: 6,
        backgroundColor: 'var(--surface)',
        '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--ink-2)' },
        '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--brand)', borderWidth: 1 },
        '&.Mui-focused': focusRing,
        '&.Mui-disabled': { backgroundColor: 'var(--sunken)' },
      },
      input: { height: 20, padding: '8px 12px' },
      multiline: { padding: '8px 12px', '& textarea': { padding: 0 } },
      notchedOutline: { borderColor: 'var(--line-strong)', ...quiet },
    },
  },
  // Above its control and as large as any other text: nothing floats.
  MuiInputLabel: {
    defaultProps: { shrink: true },
    styleOverrides: {
      root: {
        position: 'static',
        transform: 'none',
        marginBottom: 4,
        fontSize: 13,
        color: 'var(--ink-2)',
        '&.Mui-focused': { color: 'var(--ink-2)' },
        '&.Mui-error': { color: 'var(--ink-2)' },
      },
    },
  },
}

const floating = {
  border: '1px solid var(--line)',
  boxShadow: '0 8px 28px var(--shade)',
  backgroundImage: 'none',
}

const surfaces: ThemeOptions['components'] = {
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiMenu: {
    styleOverrides: { paper: { ...floating, borderRadius: 8, marginTop: 4 }, list: { padding: 4 } },
  },
  MuiPopover: { styleOverrides: { paper: { ...floating, borderRadius: 8 } } },
  MuiMenuItem: {
    styleOverrides: {
      root: {
        minHeight: 36,
        padding: '6px 12px',
        borderRadius: 4,
        fontSize: 14,
        '&.Mui-focusVisible, &:hover': { backgroundColor: 'var(--sunken)' },
        '&.Mui-selected, &.Mui-selected:hover': { backgroundColor: 'var(--brand-faint)' },
      },
    },
  },
  MuiDialog: { styleOverrides: { paper: { ...floating, borderRadius: 8, margin: 16 } } },
  MuiDialogTitle: { styleOverrides: { root: { padding: '20px 24px 8px', fontSize: 17, fontWeight: 600 } } },
  MuiDialogContent: { styleOverrides: { root: { padding: '8px 24px 16px', color: 'var(--ink-2)' } } },
  MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 20px', gap: 8 } } },
  MuiBackdrop: {
    styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: 'var(--backdrop)' } } },
  },
  MuiDrawer: { styleOverrides: { paper: { borderColor: 'var(--line)', backgroundColor: 'var(--surface)' } } },
  MuiSnackbar: { styleOverrides: { root: { top: '8px !important' } } },
  MuiSnackbarContent: {
    styleOverrides: {
      root: {
        ...floating,
        minWidth: 0,
        padding: '4px 16px',
        borderRadius: 8,
        backgroundColor: 'var(--surface)',
        color: 'var(--ink)',
        fontSize: 14,
      },
      message: { maxWidth: 560 },
    },
  },
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
  components: { ...buttons, ...inputs, ...surfaces },
})
