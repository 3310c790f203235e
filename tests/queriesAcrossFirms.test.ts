import { expect, test } from 'vitest'

import { findingsOf, queriesAcrossFirms } from './support/firmStatements.ts'

test.each([
  'select name from lawyers where firm_id = $1 and id = $2',
  'select "id" from "cards" where ("cards"."firm_id" = $1 and "cards"."id" in ($2))',
  'select l.name from cards c join lawyers l on l.firm_id = c.firm_id and l.id = c.lawyer_id where c.firm_id = $1',
  'select exists (select from cards where cards.firm_id = $1) from lawyers where lawyers.firm_id = $1',
  'delete from hosts where name = $1',
  'select id from cards where firm_id = $1 and id = 1 or firm_id = $2 and name = $3',
  'insert into hosts (name, firm_id) values ($1, $2)',
  'select name from professions where id = $1',
  `select h.firm_id from hosts h where h.name in ($1, '*')`,
  'update cards set name = $1 where firm_id = $2 and id = $3 returning firm_id, name',
])('finds the firm of each table in: %s', statement => {
  expect(queriesAcrossFirms(statement)).toEqual([])
})

test.each([
  ['select firm_id, name from lawyers where id = $1'],
  ['select l.name from cards c join lawyers l on l.id = c.lawyer_id where c.firm_id = $1'],
  ['select name from lawyers where firm_id = $1 union select name from admins where id = $2'],
  ['select id from cards where firm_id = firm_id'],
  ['insert into hosts (name) values ($1)'],
  ['select exists (select from cards where cards.firm_id = lawyers.firm_id) from lawyers where firm_id = $1'],
  [
    'select name from lawyers where (firm_id, id) in (select firm_id, lawyer_id from cards where firm_id = $1)',
  ],
  ['select id from cards where firm_id = $1 and id = 1 or name = $2 for update'],
  ['update cards set name = $1 where id = $2 returning firm_id, name'],
])('misses the firm of a table in: %s', statement => {
  expect(queriesAcrossFirms(statement)).toHaveLength(1)
})

test.each([
  [`insert into cards (firm_id, name) values ($1, (select name from professions where id = $2))`],
  ['insert into cards (firm_id, id) select $1, id from professions'],
  [
    'insert into cards (firm_id, id) values ($1, $2) on conflict (firm_id, id) do update set updated_at = now()',
  ],
  ['select case status when 1 then 2 end from cards where firm_id = $1'],
  ['select from cards left join counters on key = $2 where cards.firm_id = $1'],
  [
    'update cards set name = $1 where firm_id = $2 and case when exists (select from lawyers where firm_id = $2) then true end',
  ],
  [
    'delete from cards where firm_id = $1 and coalesce((select name from lawyers where firm_id = $1), name) = $2',
  ],
])('names what a distributed database refuses: %s', statement => {
  expect(findingsOf(statement)).toMatchObject([{ isRefused: true }])
})
