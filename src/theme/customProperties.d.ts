import 'react'

declare module 'react' {
  interface CSSProperties {
    /** A custom property of CSS. */
    [name: `--${string}`]: string | undefined
  }
}
