declare module '*.md' {
  /** The sections of a document for users, which the build turns into HTML (vite.guide.ts). */
  const sections: readonly import('./guideSection.ts').GuideSection[]
  export default sections
}
