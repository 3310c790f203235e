import { createHash } from 'node:crypto'

import { sql } from 'drizzle-orm'

import type { Db } from '../../connection/open.ts'
import { areas as areaTable, professions } from '../../tables.ts'
import { allAreas } from '../../places/areas.ts'
import { referenceOfficialProfessions } from '../referenceData.ts'

type ProfessionRow = typeof professions.$inferInsert

/** The id is the code read as a number, so that fixtures and all installations agree. */
export const professionIdOf = (code: string) => Number(code)

const professionRows = (): ProfessionRow[] =>
  referenceOfficialProfessions.flatMap(({ children, ...parent }, parentIndex) => {
    const id = professionIdOf(parent.code)
    return [
      { ...parent, id, parentId: null, sort: parentIndex + 1 },
      ...children.map((child, childIndex) => ({
        ...child,
        id: professionIdOf(child.code),
        parentId: id,
        sort: childIndex + 1,
      })),
    ]
  })

const expectedHash = () =>
  createHash('md5')
    .update(allAreas.map(area => area.code + area.name).join(''))
    .digest('hex')

const storedHash = async (db: Db) => {
  const { rows } = await db.execute<{ hash: string | null }>(
    sql`select md5(string_agg(code || name, '' order by code collate "C")) as hash from areas`,
  )
  return rows[0]?.hash
}

const writeAreas = async (db: Db) => {
  if ((await storedHash(db)) === expectedHash()) return
  await db
    .insert(areaTable)
    .values([...allAreas])
    .onConflictDoUpdate({
      target: areaTable.code,
      set: { name: sql`excluded.name`, pinyin: sql`excluded.pinyin`, parentCode: sql`excluded.parent_code` },
    })
}

/**
 * Writes areas and official professions, which every firm shares. It is fast when they exist already; an
 * abolished district is kept, since offices may refer to it.
 */
export const writeReferenceData = async (db: Db): Promise<void> => {
  await writeAreas(db)
  await db.insert(professions).values(professionRows()).onConflictDoNothing()
}
