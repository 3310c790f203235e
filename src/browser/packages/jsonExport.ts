/**
 * Replaces the package `jsonexport` in the build (vite.plugins.ts). ra-core imports it with every list (4 kB); here it is
 * loaded when react-admin's own export button is clicked.
 */
const jsonExport = (...args: unknown[]): void =>
  void import('jsonexport/dist').then(({ default: write }) => write(...args))

// ra-core imports the default export.
export { jsonExport as default }
