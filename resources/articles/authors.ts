import { z } from 'zod'

import { defineResource, get, integer, pageOf, pageQuery, reference, text } from '../kit/index.ts'

const fields = {
  id: integer('编号'),
  name: text('姓名', { max: 20 }),
  organizationId: reference('所属律所', 'offices'),
}

const author = z.object({ id: z.int(), name: z.string(), organizationId: z.int() })
const sortable = ['name'] as const

/**
 * Whom an article may name: the whole firm's people, by name alone. Administrators of one office read all articles, but
 * the list of people of that office only.
 */
export const authors = defineResource({
  name: 'authors',
  label: '作者',
  id: 'id',
  title: 'name',
  fields,
  calls: {
    page: get(
      '/article/authors',
      'article.view',
      () => pageQuery(sortable, {}),
      () => pageOf(author),
      {
        isAddition: true,
      },
    ),
  },
  crud: { list: 'page' },
  choices: 'page',
  sortable,
  sort: { field: 'name', order: 'ASC' },
})
