import { starterKitFor } from './starterKit.ts'

/** Extensions of the editor of a short text; other formatting is lost on pasting instead of after saving. */
export const basicExtensions = [starterKitFor('basic')]
