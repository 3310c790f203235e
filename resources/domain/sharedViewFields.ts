import { optional, reference, text } from '../kit/index.ts'

/** Fields of a shared view that people fill in. Without an office it is shared with the whole firm. */
export const sharedViewFields = {
  name: text('视图名称', { max: 20 }),
  organizationId: optional(reference('共享给', 'offices', { hint: '不选则全部律所的管理员都能看到' })),
}
