/**
 * Replaces the package `inflection` in the build (vite.plugins.ts). With it ra-core makes English labels for resources and
 * fields that have none (2 kB of the first list). Each has a declared label, so that these are only a last resort.
 */
const humanize = (name: string): string => {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Resources have plural names already. */
const inflect = (name: string): string => name

// The functions that ra-core imports; the transformations that it asks for end in readable words.
export { humanize, inflect, inflect as pluralize, humanize as transform }
