// The ThemeProvider of @mui/material would also write CSS variables, as in RootTheme.
import type { Theme } from '@mui/material/styles'
import { ThemeProvider } from '@mui/system'
import { type ComponentType, useMemo } from 'react'

import { firmZone } from '../../resources/kit/firmTime.ts'
import { isChinese } from '../../resources/locales/locales.ts'
import { useShownLocale } from '../language/useLanguage.ts'

// Loaded with the first page of react-admin's own components.

/**
 * Defaults of react-admin's components: dates and numbers in the language of the page instead of the browser's, inputs of one
 * height, and a table that scrolls within its page. In Chinese, dates are written as they are stored, as Swedish dates are.
 */
const componentsIn = (locale: string): Theme['components'] => ({
  RaDateField: {
    defaultProps: {
      locales: isChinese(locale) ? 'sv-SE' : `${locale}-u-nu-latn-ca-gregory`,
      options: { timeZone: firmZone },
    },
  },
  RaNumberField: {
    defaultProps: {
      locales: `${locale}-u-nu-latn`,
      options: { useGrouping: isChinese(locale) ? false : 'min2', maximumFractionDigits: 20 },
    },
  },
  MuiTextField: { defaultProps: { size: 'small' } },
  MuiFormControl: { defaultProps: { size: 'small' } },
  RaList: { styleOverrides: { root: { '& .RaList-main, & .RaList-content': { minWidth: 0 } } } },
  RaDataTable: {
    styleOverrides: {
      root: { '& .RaDataTable-tableWrapper': { overflowX: 'auto' }, '& th': { whiteSpace: 'nowrap' } },
    },
  },
})

/** The page of an extension, with the looks and formats of the product. */
export const inHostTheme = (Page: ComponentType): ComponentType =>
  function HostedPage() {
    const locale = useShownLocale()
    const themed = useMemo(() => {
      const components = componentsIn(locale)
      return (outer: Theme) => ({ ...outer, components: { ...outer.components, ...components } })
    }, [locale])
    return (
      <ThemeProvider theme={themed}>
        <Page />
      </ThemeProvider>
    )
  }
