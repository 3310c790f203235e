/**
 * Replaces the package `inflection` in the build (vite.plugins.ts). With it ra-core makes English labels for resources and
 * fields that have none (2 kB of the first list). Each has a declared label, so that these are only a last resort.
 */
const humanize = (name: string): string => {
  const words = name.replaceAll('_', ' ')
  return capitalize(words)
}

/** Resources have plural names already. */
const inflect = (name: string): string => name

/** Upper case for the first letter. */
const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

// The functions that react-admin imports; the transformations that it asks for end in readable words.
export { capitalize, humanize, inflect, inflect as pluralize, inflect as singularize, humanize as transform }
