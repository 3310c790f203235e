import { z } from 'zod'

import { type Call, type Feature, flag, post } from './call.ts'
import { sentence } from './texts.ts'
import type { Who } from './registered.ts'
import type { PageRoute, Route } from './route.ts'

/** Several new records at once: the call that checks or makes them, and the page with their grid. */
type ImportCall = Call<Who, ReturnType<typeof input>, ReturnType<typeof output>, true>
/** The import of an entity: the call that takes its rows, and the page with the grid. */
export type RecordImport = { call: ImportCall; page: PageRoute }

type Imported = {
  name: string
  createCall: Call
  list: Route
  /** The form of a single new record, whose roles and right are those of several. */
  create: Route
  feature: Feature | undefined
}

/** A request carries at most 1000 values: so many rows of up to nine columns. */
const maxRows = 100

const input = () =>
  z.strictObject({
    list: z
      .array(z.record(z.string().max(40), z.unknown()))
      .min(1, '请至少填写一行')
      .max(maxRows, `一次最多导入${maxRows}行`),
    /** 1: only checked. */
    dryRun: flag.default(0),
    /** Where the rows come from: 1 typed, 2 read from a file. */
    source: z.literal([1, 2]).default(1),
  })

/** Every row was made, or none: then `faults` says of each wrong row what is wrong at which field. */
const output = () =>
  z.object({
    /** Under which the records can be taken away again; null where none were made. */
    batchId: z.int().nullable(),
    created: z.int(),
    faults: z.array(z.object({ index: z.int(), errors: z.record(z.string(), sentence()) })),
  })

/** The rows that an import sends, where they come from, and whether they are only checked. */
export type ImportInput = z.output<ReturnType<typeof input>>
/** How many records an import has made: all rows, or none with what is wrong in which row. */
export type ImportAnswer = z.output<ReturnType<typeof output>>

/** The import of an entity whose declaration has `importColumns` and a form for new records. */
export const importOf = ({ name, createCall, list, create, feature }: Imported): RecordImport => {
  const { roles, capability, parent } = create
  return {
    call: post(`/import/${name}`, createCall.who, input, output, {
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
