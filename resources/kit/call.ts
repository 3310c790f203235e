import { z } from 'zod'

import { clean } from './clean.ts'
import { filterShape, type Filters } from './filter.ts'
import { lazily } from './lazily.ts'
import { notOnlySpace } from './messages.ts'
import type { RegisteredCapability, RegisteredMenuName, Who } from './registered.ts'
import { text } from './texts.ts'

/** The HTTP methods of the specification. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** What a call is about: its input, and what the server knows of the record that the input names. */
export type About = Readonly<Record<string, unknown>>

/**
 * The menu switches that close a call, all of which must be on: of entries for lawyers where a lawyer asks, of the others
 * where an administrator does. A function says it of what the call is about; null: other screens need it, no switch
 * closes it.
 */
export type Feature =
  | RegisteredMenuName
  | readonly RegisteredMenuName[]
  | ((about: About) => readonly RegisteredMenuName[])
  | null

/** One row of the customer's specification, section 7: method and path verbatim, who, what goes in, what comes out. */
export type Call<
  W extends Who = Who,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  A extends boolean = boolean,
> = {
  method: Method
  path: `/${string}`
  who: W
  /** A further right that the caller must have; how far the call reaches is said by `who` alone. */
  needs?: RegisteredCapability
  input: I
  output: O
  /** How the body travels; the query string carries everything of a GET. */
  encoding: 'json' | 'form'
  /** An addition to the specification (domain.md marks it with a plus): a firm's own back-end may lack it. */
  isAddition: A
  /** A GET that changes something, and so runs in a writing transaction. */
  writes: boolean
  /** What governs this call where it is not what governs its resource. */
  feature?: Feature
  /** Allowed while an initial password has not been changed yet (4007 otherwise). */
  isOpenBeforePasswordChange: boolean
  /** Writes so little that it goes on while the disk is low: one signs in to see what is there. */
  isOpenWhenDiskIsLow: boolean
  /** Of a paged list: what it is filtered by, and the columns it is sorted by. */
  filters?: Filters
  sortable?: readonly string[]
  /** Counts the rows of a list, and so may be a second old as the list may. */
  isCount?: true
}

/** The calls of a resource by their names in the declaration. */
export type Calls = Record<string, Call>

type CallOptions<A extends boolean = boolean> = {
  needs?: RegisteredCapability
  encoding?: 'form'
  isAddition?: A
  writes?: true
  feature?: Feature
  isOpenBeforePasswordChange?: true
  isOpenWhenDiskIsLow?: true
  isCount?: true
}

const on =
  (method: Method) =>
  <const W extends Who, I extends z.ZodObject, O extends z.ZodType, const A extends boolean = false>(
    path: `/${string}`,
    who: W,
    input: () => I,
    output: () => O,
    options: CallOptions<A> = {},
  ): Call<W, I, O, A> => {
    const { isAddition = false as A } = options
    const plain = {
      method,
      path,
      who,
      encoding: 'json',
      writes: method !== 'GET',
      isOpenBeforePasswordChange: false,
      isOpenWhenDiskIsLow: false,
      ...options,
      isAddition,
    } as const
    return lazily(plain, { input, output })
  }

/** Declares a call by GET; its input travels in the path and the query. */
export const get = on('GET')
/** Declares a call by POST; its input travels in the body. */
export const post = on('POST')
/** Declares a call by PUT; its input travels in the path and the body. */
export const put = on('PUT')
/** Declares a call by DELETE; `delete` is a reserved word. */
export const del = on('DELETE')

/** Nothing goes in, or an empty object comes out. */
export const nothing = z.strictObject({})
/** The output of a call that answers nothing but its success. */
export const done = z.object({})

/** A file, streamed as it is made; only its refusals come in the envelope (domain.md §0). */
export const file = z.object({
  name: z.string(),
  mime: z.string(),
  bytes: z.custom<ReadableStream<Uint8Array>>(),
})

/** An id as JSON number; in paths, queries and forms it is read from its digits. */
export const id = z.int({ error: '编号不正确' }).positive({ error: '编号不正确' })
/** Its column (`integer`) holds this one and the next. */
export const version = z
  .int({ error: '缺少版本号，请刷新后重试' })
  .nonnegative({ error: '版本号不正确，请刷新后重试' })
  .max(2 ** 31 - 2, { error: '版本号不正确，请刷新后重试' })
/** Of what was looked at before it was decided about; only a firm with `strictVersion` 0 may leave it away (domain.md §0). */
export const seenVersion = version.optional()
/** Why somebody did something, 2 to 200 characters, for rights that demand a reason. */
export const reason = z
  .string({ error: '请填写原因（2-200字）' })
  .max(1000, { error: '请填写原因（2-200字）', abort: true })
  .refine(...notOnlySpace('原因'))
  .overwrite(clean)
  .min(2, '请填写原因（2-200字）')
  .max(200, '请填写原因（2-200字）')
/** 0 or 1 as an integer. */
export const flag = z.literal([0, 1])
/** What a person types into a search box: literal text, 1 to 50 characters. */
const keyword = text('关键词', { max: 50 }).schema

/** What every paged list takes besides its own filters; sorting only by the fields named. */
const pageQuery = <const S extends string, FS extends Filters>(sortable: readonly [S, ...S[]], filters: FS) =>
  z.strictObject({
    pageNum: z.int().min(1).max(10_000).default(1),
    pageSize: z.int().min(1).max(200).default(10),
    sortField: z.enum(sortable).optional(),
    sortOrder: z.enum(['asc', 'desc']).optional(),
    keyword: keyword.optional(),
    ids: z.array(id).max(200).optional(),
    ...filterShape(filters),
  })

/** What the counts beside a list, and its export, take: its filters, without the page. */
export const countQuery = <FS extends Filters>(filters: FS) =>
  z.strictObject({ ...filterShape(filters), keyword: keyword.optional() })

/** Ours, in the counts beside a list: the names of those that are estimates. */
export const about = z.array(z.string()).optional()

/** One page of a list, as the customer's back-end answers it. */
const pageOf = <R extends z.ZodType>(record: R) =>
  z.object({
    records: z.array(record),
    total: z.int(),
    /** Ours: the total is an estimate, or there are more than it says; absent where it is exact. */
    totalIs: z.enum(['about', 'over']).optional(),
    current: z.int(),
    size: z.int(),
    pages: z.int(),
  })

type ListOptions<
  FS extends Filters,
  S extends keyof z.output<R> & string,
  R extends z.ZodType,
  P extends z.ZodRawShape,
> = {
  row: R
  filters: FS
  sortable: readonly [S, ...S[]]
  /** Parameters that a list cannot do without. */
  params?: P
}

/** A paged list: what it can be filtered and sorted by is said once, here. */
export const getPage = <
  const W extends Who,
  FS extends Filters,
  R extends z.ZodType,
  const S extends keyof z.output<R> & string,
  P extends z.ZodRawShape = Record<never, z.ZodType>,
  const A extends boolean = false,
>(
  path: `/${string}`,
  who: W,
  { row, filters, sortable, params }: ListOptions<FS, S, R, P>,
  options: CallOptions<A> = {},
) => {
  const input = () => pageQuery(sortable, filters).extend((params ?? {}) as P)
  const call = get(path, who, input, () => pageOf(row), options)
  return Object.assign<Omit<typeof call, 'filters' | 'sortable'>, { filters: FS; sortable: readonly S[] }>(
    call,
    {
      filters,
      sortable,
    },
  )
}
