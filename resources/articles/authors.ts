import { z } from 'zod'

import { defineEntity, getPage, integer, reference, text } from '../kit/index.ts'

const fields = {
  id: integer('编号'),
  name: text('姓名', { max: 20 }),
  organizationId: reference('所属律所', 'offices'),
}

const author = z.object({ id: z.int(), name: z.string(), organizationId: z.int() })

/**
 * Whom an article may name: the whole firm's people, by name alone. Administrators of one office read all articles, but
 * the list of people of that office only.
 */
export const authors = defineEntity({
  name: 'authors',
  label: '作者',
  id: 'id',
  title: 'name',
  fields,
  calls: {
    page: getPage(
      '/article/authors',
      'article.view',
      { row: author, filters: {}, sortable: ['name'] },
      { isAddition: true },
    ),
  },
  crud: { list: 'page' },
  choices: 'page',
  // The specification has no such list: there it is the people whom the writer may see.
  instead: 'lawyers',
  sort: { field: 'name', order: 'ASC' },
})
