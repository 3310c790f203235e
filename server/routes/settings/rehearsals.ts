import type { z } from 'zod'

import { parseJson } from '../../../resources/domain/json.ts'
import { type Fields, inputSchema } from '../../../resources/kit/index.ts'
import { cardReview } from '../../../resources/settings/cardReview.ts'
import { complianceRules } from '../../../resources/settings/complianceRules.ts'
import { mpCard } from '../../../resources/settings/mpCard.ts'
import type { rehearsals } from '../../../resources/settings/rehearsals.ts'
import { invalid } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { Handlers } from '../../context/handlers.ts'
import { rehearse } from '../../services/rehearsal/rehearse.ts'
import type { Rehearsed } from '../../services/rehearsal/sides.ts'

type Calls = Handlers<typeof rehearsals.calls>

const parsed = (text: string): unknown => {
  try {
    return parseJson(text)
  } catch {
    throw invalid({ values: '预演的内容不是有效的 JSON，请刷新后重试' })
  }
}

const wrongValue = (fields: Fields, { issues }: z.ZodError) => {
  const [{ path, message }] = [...issues, { path: [], message: '' }]
  const label = fields[String(path?.[0])]?.label ?? '预演'
  return `请先改好表单中的${label}：${message}`
}

/** Rehearses values of these fields, which are checked as if they were saved. */
const rehearsalOf = (part: Rehearsed, fields: Fields) => {
  const schema = inputSchema(fields).partial()
  return async ({ values }: { values: string }, context: Context) => {
    const result = schema.safeParse(parsed(values))
    if (!result.success) throw invalid({ values: wrongValue(fields, result.error) })
    return rehearse(context, part, result.data)
  }
}

export const rehearsalHandlers: Calls = {
  review: rehearsalOf('review', cardReview.fields),
  promotion: rehearsalOf('promotion', complianceRules.fields),
  cardPage: rehearsalOf('cardPage', mpCard.fields),
}
