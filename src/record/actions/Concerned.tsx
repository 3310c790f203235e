import { useTranslate } from 'ra-core'
import { z } from 'zod'

import type { AdditionName } from '../../../providers/backend/additions.ts'
import { useGrouped } from '../../language/countText.ts'
import { useCall } from '../../session/useCall.ts'
import type { NamedAction } from '../../session/useRights.ts'

const answer = z.object({ count: z.number() })

type Props = { resource: string; concerns: NonNullable<NamedAction['concerns']> }

/** The sentence that says how many an action concerns; empty until the back-end has answered, or if it cannot. */
export const Concerned = ({ resource, concerns }: Props) => {
  const translate = useTranslate()
  const grouped = useGrouped()
  // The declaration names a call of its own resource, which takes no input.
  const name = `${resource}.${concerns.call}` as AdditionName
  const { data } = useCall(name, {} as never, { staleTime: 0, retry: false })
  const counted = answer.safeParse(data)
  return (
    counted.success && <strong>{translate(concerns.before, { count: grouped(counted.data.count) })} </strong>
  )
}
