import { datetime } from './kinds/datetime.ts'
import { optional } from './field.ts'
import { text } from './kinds/text.ts'

/**
 * When and by whom a row was created and last updated. The names are those that the people had at that time
 * (docs/domain.md §3).
 */
export const auditFields = {
  createdAt: datetime('创建时间'),
  createdBy: optional(text('创建人', { max: 20 })),
  updatedAt: datetime('更新时间'),
  updatedBy: optional(text('更新人', { max: 20 })),
}
