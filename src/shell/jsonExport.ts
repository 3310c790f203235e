/**
 * Replaces the package `jsonexport` (vite.config.ts), which ra-core imports with every list (4 kB); the package is loaded
 * when react-admin's own export button is clicked.
 */
const jsonExport = (...args: unknown[]): void =>
  void import('jsonexport/dist').then(({ default: write }) => write(...args))

// ra-core imports the default export.
export { jsonExport as default }
