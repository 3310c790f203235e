import { useLayoutEffect, useState } from 'react'
import { type UseFormReturn, useFormContext } from 'react-hook-form'

import { afterTyping } from './afterTyping.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * What stands in the form, for what only follows it: marks, counts, drafts, previews. A key is painted in its own field
 * before any of them is drawn; what is not typed (a draft restored, all taken back) is told at once.
 */
export const useDeferredValues = (methods?: UseFormReturn): Values => {
  const context = useFormContext()
  const { getValues, subscribe } = methods ?? context
  const [values, setValues] = useState<Values>(getValues)
  // Before any other effect sets a value.
  useLayoutEffect(() => {
    let typed: Values | null = null
    const tell = () => {
      if (typed) setValues(typed)
      typed = null
    }
    return subscribe({
      formState: { values: true },
      callback: ({ type, values: now }) => {
        if (type === 'change') {
          typed = now
          afterTyping(tell)
        } else {
          typed = null
          setValues(now)
        }
      },
    })
  }, [subscribe])
  return values
}
