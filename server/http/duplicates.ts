import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'

import { admins } from '../../resources/admins/index.ts'
import { categories } from '../../resources/categories.ts'
import { entities } from '../../resources/entities.ts'
import type { Fields } from '../../resources/kit/index.ts'
import { lawyers } from '../../resources/lawyers/index.ts'
import { offices } from '../../resources/offices/index.ts'
import { professions } from '../../resources/professions.ts'
import { ApiError, invalid } from '../context/apiError.ts'
import { tableOfEntity } from '../db/entityTables.ts'
import { duplicateSentence, uniqueGroupsOf } from '../records/unique.ts'

const duplicateErrorFor = <F extends Fields>(
  { fields, label }: { fields: F; label: string },
  name: keyof F & string,
) => ({ [name]: duplicateSentence({ fields, label }, [name]) })

/** The unique indexes of a table, each with the names of its columns. */
const uniqueIndexesOf = (table: unknown) =>
  is(table, PgTable)
    ? getTableConfig(table)
        .indexes.filter(({ config }) => config.unique)
        .map(({ config }) => ({
          name: config.name ?? '',
          columns: config.columns.map(column => ('name' in column ? column.name : undefined)),
        }))
    : []

const isSameSet = (a: readonly unknown[], b: readonly unknown[]) =>
  a.length === b.length && a.every(it => b.includes(it))

/**
 * Errors for what entities declare as unique, by the index over the firm and these fields in the table of the same name.
 */
const declaredErrors = Object.fromEntries(
  entities.flatMap(entity =>
    uniqueIndexesOf(tableOfEntity(entity.name)).flatMap(({ name, columns }) => {
      const names = uniqueGroupsOf(entity).find(it => isSameSet(['firmId', ...it], columns))
      return names ? [[name, { [names[0]]: duplicateSentence(entity, names) }] as const] : []
    }),
  ),
)

/**
 * For each unique index, the form field and the error message. Handlers look for duplicates first and answer
 * the same; the index decides between two simultaneous calls.
 */
export const errorsByUniqueIndex: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...declaredErrors,
  admins_account: duplicateErrorFor(admins, 'account'),
  admins_mobile: duplicateErrorFor(admins, 'mobile'),
  articles_official: { title: '这篇内容已导入，在内容列表或回收站中' },
  categories_name: duplicateErrorFor(categories, 'typeName'),
  lawyers_employee: duplicateErrorFor(lawyers, 'employeeNo'),
  lawyers_licence: duplicateErrorFor(lawyers, 'licenseNumber'),
  lawyers_mobile: duplicateErrorFor(lawyers, 'mobile'),
  offices_name: duplicateErrorFor(offices, 'name'),
  shared_views_name: { name: '该视图名称已存在' },
  self_professions_name: duplicateErrorFor(professions, 'name'),
}

/** 4220 at the field that the index covers; 4092 for an index without a form field. */
export const uniqueViolationError = (index: string): ApiError => {
  const errors = errorsByUniqueIndex[index]
  return errors ? invalid(errors) : new ApiError('4092')
}
