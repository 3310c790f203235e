import { z } from 'zod'

import { type Call, type Feature, flag, postCall } from './call.ts'
import { addressPart } from './extensionNames.ts'
import { sentence } from './kinds/text.ts'
import type { Who } from './registered.ts'
import type { PageRoute, Route } from './route.ts'

/** The call that checks or creates several new records at once. */
type ImportCall = Call<Who, ReturnType<typeof input>, ReturnType<typeof output>, true>
/** The import of an entity: its call, and its page with the grid. */
export type RecordImport = { call: ImportCall; page: PageRoute }

type ImportedEntity = {
  name: string
  createCall: Call
  list: Route
  /** Route of the form for one new record; the import has the same roles and capability. */
  create: Route
  feature: Feature | undefined
}

/** A request holds at most 1000 values, which is enough for 100 rows with up to nine columns. */
const maxRows = 100

const input = () =>
  z.strictObject({
    list: z
      .array(z.record(z.string().max(40), z.unknown()))
      .min(1, '请至少填写一行')
      .max(maxRows, `一次最多导入${maxRows}行`),
    /** 1 only checks the rows. */
    dryRun: flag.default(0),
    /** Origin of the rows: 1 typed, 2 read from a file. */
    source: z.literal([1, 2]).default(1),
  })

/** Either all rows were created or none. In the latter case `faults` names the wrong fields of each wrong row. */
const output = () =>
  z.object({
    /** The batch by which the import can be undone; null if nothing was created. */
    batchId: z.int().nullable(),
    created: z.int(),
    faults: z.array(z.object({ index: z.int(), errors: z.record(z.string(), sentence()) })),
  })

/** Input of an import. */
export type ImportInput = z.output<ReturnType<typeof input>>
/** Answer of an import: the number of created records, or the faults of each row if none was created. */
export type ImportAnswer = z.output<ReturnType<typeof output>>

/** Makes the import of an entity that declares `importColumns` and a form for new records. */
export const importOf = ({ name, createCall, list, create, feature }: ImportedEntity): RecordImport => {
  const { roles, capability, parent } = create
  return {
    call: postCall(`/import/${addressPart(name)}`, createCall.who, input, output, {
      isAddition: true,
      ...(feature !== undefined && { feature }),
    }),
    page: {
      path: `${list.path}/import`,
      title: '批量导入',
      roles,
      ...(capability && { capability }),
      ...(parent && { parent }),
      page: 'recordImport',
      requires: 'import',
    },
  }
}
