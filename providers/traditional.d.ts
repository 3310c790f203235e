declare module 'virtual:traditional/*' {
  /** Address of a catalogue of 繁體中文, which the build makes (vite.traditional.ts). */
  const url: string
  export default url
}
