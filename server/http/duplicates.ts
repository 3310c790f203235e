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
import * as tables from '../db/tables.ts'

const at = <F extends Fields>({ fields }: { fields: F }, name: keyof F & string) => ({
  [name]: `该${fields[name]?.label ?? name}已存在`,
})

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

/** What entities declare as unique, by the indexes over the firm and that field in the table of the same name. */
const declaredErrors = Object.fromEntries(
  entities.flatMap(entity => {
    const table = Object.entries(tables).find(([name]) => name === entity.name)?.[1]
    return uniqueIndexesOf(table).flatMap(({ name, columns: [first, field, ...others] }) =>
      first === 'firmId' && field !== undefined && others.length === 0 && entity.unique?.includes(field)
        ? [[name, at(entity, field)] as const]
        : [],
    )
  }),
)

/**
 * What a unique index refuses, by the name of the index: the field of the form and the sentence there. Handlers look for
 * duplicates first, and say the same; the index speaks where two calls were made at the same moment.
 */
export const duplicateErrors: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...declaredErrors,
  admins_account: at(admins, 'account'),
  admins_mobile: at(admins, 'mobile'),
  categories_name: at(categories, 'typeName'),
  lawyers_employee: at(lawyers, 'employeeNo'),
  lawyers_licence: at(lawyers, 'licenseNumber'),
  lawyers_mobile: at(lawyers, 'mobile'),
  offices_name: at(offices, 'name'),
  self_professions_name: at(professions, 'name'),
}

/** 4220 at the field that the index is about; 4092 for an index that is about no field of a form. */
export const duplicateAt = (index: string): ApiError => {
  const errors = duplicateErrors[index]
  return errors ? invalid(errors) : new ApiError('4092')
}
