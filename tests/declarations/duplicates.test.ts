import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'

import { resources } from '../../resources/index.ts'
import * as tables from '../../server/db/tables.ts'
import { errorsByUniqueIndex } from '../../server/http/duplicates.ts'

/** Unique indexes over columns without a form field, each with what a second writer gets. */
const withoutField: Readonly<Record<string, string>> = {
  admins_main: 'a second main administrator of an office: 4092, read again by the page',
  api_tokens_hash: 'random, 256 bits',
  article_revisions_version: 'numbers are given by the server under the lock of the article',
  bulk_runs_undoes: 'undoing waits for the row of what it takes back, and then finds that it was: 4091',
  card_revisions_version: 'numbers are given by the server under the lock of the card',
  cards_lawyer: 'creating looks for the card and answers 4092 with its id',
  lawyers_code: 'random, made again by the server',
  directory_people_person: 'the mapping of a person is looked for under a lock first',
  logs_seq: 'numbers are given by the server under the lock of the end of the log',
  offices_main: 'the main office is made with the firm',
  preview_links_receipt: 'random, made by the server',
  preview_links_secret: 'random, made by the server',
  privacy_requests_open: 'a second request of the same kind: 4091',
  passkeys_credential: 'adding a passkey twice: 4091',
  transfer_requests_open: 'a second request for a person: 4092',
}

const uniqueIndexes = Object.values(tables).flatMap(table =>
  is(table, PgTable)
    ? getTableConfig(table)
        .indexes.filter(({ config }) => config.unique)
        .map(({ config }) => config.name ?? '')
    : [],
)

test('each unique index has a form field for its error, or is listed as an exception', () => {
  expect(uniqueIndexes.toSorted()).toEqual(
    [...Object.keys(errorsByUniqueIndex), ...Object.keys(withoutField)].toSorted(),
  )
})

test('the fields named by duplicate errors are declared', () => {
  const declaredNames = new Set(resources.flatMap(({ fields }) => Object.keys(fields)))
  const fieldNames = Object.values(errorsByUniqueIndex).flatMap(errors => Object.keys(errors))
  expect(fieldNames.filter(name => !declaredNames.has(name))).toEqual([])
})
