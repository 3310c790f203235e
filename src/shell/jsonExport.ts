/**
 * Stands for the package `jsonexport` (vite.config.ts). ra-core imports it with every list, 4 kB; it is loaded when
 * react-admin's own export button is pressed.
 */
const jsonExport = (...args: unknown[]): void =>
  void import('jsonexport/dist').then(({ default: write }) => write(...args))

// ra-core imports the default.
export { jsonExport as default }
