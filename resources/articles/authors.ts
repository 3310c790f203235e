import { z } from 'zod'

import { defineEntity, pagedCall, integer, personName, reference } from '../kit/index.ts'

const fields = {
  id: integer('编号'),
  name: personName(),
  organizationId: reference('所属律所', 'offices'),
}

const author = z.object({ id: z.int(), name: z.string(), organizationId: z.int() })

/**
 * People that an article may name: all people of the firm, with their names only. Administrators of one office may
 * read all articles, but only the list of their own office's people.
 */
export const authors = defineEntity({
  name: 'authors',
  label: '作者',
  id: 'id',
  title: 'name',
  fields,
  calls: {
    page: pagedCall(
      '/article/authors',
      'article.view',
      { row: author, filters: {}, sortable: ['name'] },
      { isAddition: true },
    ),
  },
  crud: { list: 'page' },
  choices: 'page',
  // The specification has no such list; a back-end without it offers the people whom the writer may see.
  fallbackEntity: 'lawyers',
  sort: { field: 'name', order: 'ASC' },
})
