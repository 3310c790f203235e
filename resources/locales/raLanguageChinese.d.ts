declare module 'ra-language-chinese' {
  // The package ships no types.
  const messages: import('./zh.ts').MessageTree
  export default messages
}
