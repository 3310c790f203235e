import { useLayoutEffect, useState } from 'react'
import { type UseFormReturn, useFormContext } from 'react-hook-form'

type Values = Readonly<Record<string, unknown>>

/** All values of a form, by default of the surrounding one; updated after the browser has painted the key press. */
export const useFormValues = (methods?: UseFormReturn): Values => {
  const context = useFormContext()
  const { getValues, subscribe } = methods ?? context
  const [values, setValues] = useState<Values>(getValues)
  // A layout effect, so that it subscribes before other effects set values.
  useLayoutEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values: now }) => setValues(now) }),
    [subscribe],
  )
  return values
}
