import type { AnyEntity } from '../../resources/kit/index.ts'

/**
 * Loads the code of a declared form and of its inputs, while the pointer rests on what opens it. A failed import is
 * reported when the form is opened.
 */
export const preloadForm = ({ form, fields }: AnyEntity) =>
  Promise.all([import('../fields/inputs.tsx'), import('./ResourceForm.tsx')])
    .then(([{ preloadInput }]) => {
      for (const name of Object.values(form).flat()) preloadInput(fields[name]!)
    })
    .catch(() => {})
