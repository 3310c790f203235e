import type { Population } from '../../resources/domain/role.ts'
import type { Db } from '../../server/db/connection/open.ts'
import type { Database } from '../../server/db/connection/open.ts'
import { admins, firms, lawyers, offices } from '../../server/db/tables.ts'
import { hashPassword } from '../../server/services/identity/passwords.ts'
import { adminKeys, lawyerKeys, officeKeys } from '../../server/services/directory/nameKeys.ts'
import { lawyerNamesFor } from '../../server/services/lawyers/values.ts'

/** The password of every person in the world. */
export const password = 'liangshan-0108'

// Hashed once per process: 20 ms to 100 ms for each hash would be most of a small test's time.
let hash: Promise<string> | undefined
const passwordHash = () => (hash ??= hashPassword(password))

export type Person = {
  firmId: number
  population: Population
  id: number
  organizationId: number
  name: string
}
export type World = { people: Map<string, Person>; offices: Map<string, number> }

export const addOffice = (db: Db, firmId: number, name: string, isMain: 0 | 1) =>
  db
    .insert(offices)
    .values({
      firmId,
      isMain,
      name,
      shortName: name,
      ...officeKeys({ name, address: '世纪大道100号' }),
      provinceCode: '310000',
      cityCode: '310100',
      districtCode: '310115',
      address: '世纪大道100号',
      phone: ['021-55550000'],
    })
    .returning({ id: offices.organizationId })
    .then(([row]) => row!.id)

export type AdminSeed = [
  account: string,
  name: string,
  office: string,
  officeLevel: 1 | 2 | 3 | 4,
  isSystem?: 1,
]

const administrators: readonly AdminSeed[] = [
  ['admin', '赵主任', '总所', 1],
  ['admin2', '钱行政', '总所', 2],
  ['branch', '孙主管', '东所', 3],
  ['branch2', '李助理', '东所', 4],
  ['south', '周主管', '南所', 3],
  ['system', '运维', '总所', 2, 1],
]

const members = [
  ['13800000001', '吴律师', '总所'],
  ['13800000002', '郑律师', '东所'],
  ['13800000003', '王律师', '南所'],
] as const

export const addAdmin = async (db: Db, world: World, firmId: number, seed: AdminSeed, index: number) => {
  const [account, name, at, officeLevel, isSystem = 0] = seed
  const organizationId = world.offices.get(at)!
  const [row] = await db
    .insert(admins)
    .values({
      firmId,
      account: account.replace(/^other-/, ''),
      name,
      mobile: `1390000${String(firmId * 100 + index).padStart(4, '0')}`,
      organizationId,
      officeLevel,
      isSystem,
      ...adminKeys({ name, account }),
      passwordHash: await passwordHash(),
    })
    .returning({ id: admins.id })
  world.people.set(account, { firmId, population: 1, id: row!.id, organizationId, name })
}

export const addLawyer = async (
  db: Db,
  world: World,
  firmId: number,
  key: string,
  mobile: string,
  name: string,
  at: string,
) => {
  const organizationId = world.offices.get(at)!
  const names = lawyerNamesFor({ name })
  const [row] = await db
    .insert(lawyers)
    .values({
      firmId,
      name,
      ...names,
      mobile,
      organizationId,
      codeKey: `c${firmId}${mobile.slice(-8)}`,
      ...lawyerKeys({ name, ...names, mobile }),
      passwordHash: await passwordHash(),
    })
    .returning({ id: lawyers.id })
  world.people.set(key, { firmId, population: 2, id: row!.id, organizationId, name })
}

const addFirm = (db: Db, firmId: number, name: string) =>
  db.insert(firms).values({ firmId, name, shortName: name.slice(0, 4) })

/**
 * Firm 1 with 总所, 东所, 南所; `admin` (level 1), `admin2` (2), `branch` (3) and `branch2` (4) of 东所, `south` (3)
 * of 南所, `system`; a lawyer in each office by mobile. Firm 2 with 别所 and the same account and mobile:
 * `other-admin`, `other-13800000001`.
 */
export const seedWorld = async (database: Database): Promise<World> => {
  const world: World = { people: new Map(), offices: new Map() }
  await passwordHash()
  await database.write(1, async db => {
    await addFirm(db, 1, '梁山律师事务所')
    for (const name of ['总所', '东所', '南所'])
      world.offices.set(name, await addOffice(db, 1, name, name === '总所' ? 1 : 0))
    for (const [index, seed] of administrators.entries()) await addAdmin(db, world, 1, seed, index)
    for (const [mobile, name, at] of members) await addLawyer(db, world, 1, mobile, mobile, name, at)
  })
  await database.write(2, async db => {
    await addFirm(db, 2, '桃源律师事务所')
    world.offices.set('别所', await addOffice(db, 2, '别所', 1))
    await addAdmin(db, world, 2, ['other-admin', '冯主任', '别所', 1], 0)
    await addLawyer(db, world, 2, 'other-13800000001', '13800000001', '陈律师', '别所')
  })
  return world
}
