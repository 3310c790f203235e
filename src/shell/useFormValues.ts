import { useLayoutEffect, useState } from 'react'
import { type UseFormReturn, useFormContext } from 'react-hook-form'

type Values = Readonly<Record<string, unknown>>

/** All values of a form, by default of the one around. What is typed gets here once its key is painted. */
export const useFormValues = (methods?: UseFormReturn): Values => {
  const context = useFormContext()
  const { getValues, subscribe } = methods ?? context
  const [values, setValues] = useState<Values>(getValues)
  // Before any other effect sets a value.
  useLayoutEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values: now }) => setValues(now) }),
    [subscribe],
  )
  return values
}
