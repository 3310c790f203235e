import type { Components, Theme } from '@mui/material/styles'

/** Styles of switches, which are 40 by 24 px. */
export const switchTheme: Components<Theme> = {
  MuiSwitch: {
    styleOverrides: {
      root: {
        flexShrink: 0,
        width: 40,
        height: 24,
        margin: '6px 0',
        padding: 0,
        // Otherwise the focus ring around the track would be clipped.
        overflow: 'visible',
      },
      switchBase: {
        padding: 4,
        color: 'var(--surface)',
        '&:hover': { backgroundColor: 'transparent' },
        '&.Mui-checked': { transform: 'translateX(16px)', color: 'var(--surface)' },
        '&.Mui-disabled': { color: 'var(--surface)' },
        '& + .MuiSwitch-track': { opacity: 1 },
        '&.Mui-checked + .MuiSwitch-track': { backgroundColor: 'var(--brand)', opacity: 1 },
        '&.Mui-disabled + .MuiSwitch-track': { opacity: 1 },
        '&.Mui-focusVisible + .MuiSwitch-track': { outline: '2px solid var(--accent)', outlineOffset: 2 },
      },
      thumb: { width: 16, height: 16, boxShadow: 'none' },
      track: { height: '100%', borderRadius: 12, backgroundColor: 'var(--line-strong)', opacity: 1 },
    },
  },
}
