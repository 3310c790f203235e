declare module 'jsonexport/dist' {
  /** Takes the records, and a callback that receives an error or the CSV text. */
  const write: (...args: unknown[]) => void
  export default write
}
