import { startTransition, useLayoutEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'

type Values = Readonly<Record<string, unknown>>

/**
 * What stands in the form, for what only follows it: marks, counts, drafts, previews. A key is painted in its own field
 * before any of them is drawn; what is not typed (a draft restored, all taken back) is told at once.
 */
export const useDeferredValues = (): Values => {
  const { getValues, subscribe } = useFormContext()
  const [values, setValues] = useState<Values>(getValues)
  // Before any other effect sets a value.
  useLayoutEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ type, values: now }) => {
          if (type === 'change') startTransition(() => setValues(now))
          else setValues(now)
        },
      }),
    [subscribe],
  )
  return values
}
