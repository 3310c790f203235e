declare module 'jsonexport/dist' {
  /** Records, and a callback that is called with an error or the CSV. */
  const write: (...args: unknown[]) => void
  export default write
}
