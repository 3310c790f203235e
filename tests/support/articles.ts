import type { TestApp } from './app.ts'

/** One category for each kind of article, by kind. */
export const prepareTypes = async (app: TestApp) => {
  const admin = await app.as('admin')
  const add = async (kind: 1 | 2 | 3 | 4) =>
    (await admin.call('categories.add', { kind, typeName: `分类${kind}`, sort: 0, enabled: 1 })).typeId
  return { 1: await add(1), 2: await add(2), 3: await add(3), 4: await add(4) }
}
export type CategoryIds = Awaited<ReturnType<typeof prepareTypes>>

/** A complete article of kind 2, by a lawyer of the office 总所. */
export const inputOf = (app: TestApp, types: CategoryIds, more: object = {}) => ({
  kind: 2 as const,
  typeId: types[2],
  title: '股东出资期限的实务问题',
  language: 'CN' as const,
  contentMode: 1 as const,
  content: '<p>出资期限应当写明。</p>',
  cover: '/api/files/1/1-1/cover.webp',
  sourceType: 1 as const,
  lawyerIds: [app.world.people.get('13800000001')!.id],
  organizationId: app.world.offices.get('总所')!,
  ...more,
})

/** The titles of a person's content-review messages, the latest first. */
export const reviewMessageTitles = async (app: TestApp, account: string) => {
  const { records } = await (await app.as(account)).call('messages.page', { type: 4, pageSize: 50 })
  return records.map(it => it.title)
}
