declare module 'virtual:traditional/*' {
  /** URL of a catalogue in traditional Chinese (繁體中文), which the build creates (vite.traditional.ts). */
  const url: string
  export default url
}
