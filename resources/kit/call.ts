import { z } from 'zod'

import { cleanText } from './clean.ts'
import { filterShape, type Filters, mayBeEmpty, mayBeNot, takesSeveral } from './filter.ts'
import { withLazyProperties } from './lazily.ts'
import { notBlankCheck } from './messages.ts'
import type { RegisteredCapability, RegisteredMenuName, Who } from './registered.ts'
import { text } from './kinds/text.ts'

/** The HTTP methods of the specification. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The input of a call, together with what the server knows of the record that the input names. */
export type CallSubject = Readonly<Record<string, unknown>>

/**
 * The menu switches that must be on for a call. For a lawyer only entries of the lawyers' menu count, for an
 * administrator only the others. A function computes the names from the call's subject. `null` means that no switch
 * closes the call, because other screens need it.
 */
export type Feature =
  | RegisteredMenuName
  | readonly RegisteredMenuName[]
  | ((about: CallSubject) => readonly RegisteredMenuName[])
  | null

/**
 * One row of section 7 of the customer's specification: method and path verbatim, who may call it, its input and its
 * output.
 */
export type Call<
  W extends Who = Who,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  A extends boolean = boolean,
> = {
  method: Method
  path: `/${string}`
  who: W
  /** A second capability that the caller must hold. Only `who` decides which rows the call reaches. */
  needs?: RegisteredCapability
  input: I
  output: O
  /** Encoding of the request body. A GET sends everything in the query string. */
  encoding: 'json' | 'form'
  /**
   * True for a call that the specification does not have (marked with a plus in docs/domain.md). A firm's own back-end may
   * lack it.
   */
  isAddition: A
  /** True for every call that changes data, so that it runs in a writing transaction; also for a GET that does so. */
  writes: boolean
  /** The menu switches of this call, where they differ from those of its resource. */
  feature?: Feature
  /** Set if an account that must still be secured may make the call. Other calls answer 4007 until then. */
  openBeforeSetup?: OpenDuringSetup
  /**
   * True if the call is allowed while the disk is nearly full, so that somebody can still sign in and look at the
   * problem.
   */
  isOpenWhenDiskIsLow: boolean
  /**
   * How the call behaves in a view of another account, which is read-only: `open` although it writes, or `closed`
   * although it reads, because it answers what the account keeps to itself. Without it, reads are open and all other
   * calls are refused.
   */
  inView?: 'open' | 'closed'
  /**
   * Whether the answer has whole values of fields that are masked otherwise (`isRevealedOnRequest`): always, or only if
   * the input `reveal` is 1. Such a call logs who saw them.
   */
  reveals?: 'always' | 'onRequest'
  /**
   * True if an assistant may make the call in a lawyer's place. Its input then names the mandate (`mandateId`); every call
   * without it is closed to assistants (server/services/mandates).
   */
  isByMandate?: true
  /** Filters and sortable columns of a paged list. */
  filters?: Filters
  sortable?: readonly string[]
  /**
   * True if a language model's program may propose the call, which a person then makes in its place or refuses
   * (server/services/proposals). A proposal may change declared fields of the record and nothing else.
   */
  isProposable?: true
  /** True if the call counts the rows of a list; its answer may be read from a replica, up to one second old. */
  isCount?: true
}

/**
 * Why and from when an account that must still be secured may make a call: `password` before an initial password is
 * replaced, `factor` between that and the second factor that the firm demands.
 */
export type OpenDuringSetup = { step: 'password' | 'factor'; reason: string }

/** The calls of a resource by name. */
export type Calls = Record<string, Call>

type CallOptions<A extends boolean = boolean> = {
  needs?: RegisteredCapability
  encoding?: 'form'
  isAddition?: A
  writes?: true
  feature?: Feature
  openBeforeSetup?: OpenDuringSetup
  isOpenWhenDiskIsLow?: true
  inView?: 'open' | 'closed'
  isCount?: true
  isByMandate?: true
  reveals?: 'always' | 'onRequest'
  isProposable?: true
}

const callBuilder =
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
      isOpenWhenDiskIsLow: false,
      ...options,
      isAddition,
    } as const
    return withLazyProperties(plain, { input, output })
  }

/** Declares a GET call; its input is sent in the path and the query string. */
export const getCall = callBuilder('GET')
/** Declares a POST call; its input is sent in the path and the body. */
export const postCall = callBuilder('POST')
/** Declares a PUT call; its input is sent in the path and the body. */
export const putCall = callBuilder('PUT')
/** Declares a DELETE call; its input is sent in the path and the body. */
export const deleteCall = callBuilder('DELETE')

/** The input of a call without parameters; it refuses every key. */
export const emptyInput = z.strictObject({})
/** The output of a call that answers only success. */
export const emptyAnswer = z.object({})

/**
 * The output of a call that answers a file. The file is streamed while it is made; only a refusal is sent in the
 * envelope (docs/domain.md §0).
 */
export const fileAnswer = z.object({
  name: z.string(),
  mime: z.string(),
  bytes: z.custom<ReadableStream<Uint8Array>>(),
})

/** The id of a record, a positive integer. In paths, queries and forms it is read from its digits. */
export const id = z.int({ error: '编号不正确' }).positive({ error: '编号不正确' })
/** The mandate under which an assistant makes a call in a lawyer's place. */
export const mandateId = id.optional()
/**
 * The version of a record, raised by one with each change. The limit leaves room for the next version in a PostgreSQL
 * `integer` column.
 */
export const version = z
  .int({ error: '缺少版本号，请刷新后重试' })
  .nonnegative({ error: '版本号不正确，请刷新后重试' })
  .max(2 ** 31 - 2, { error: '版本号不正确，请刷新后重试' })
/**
 * The version that the caller looked at before deciding. It may be absent only in a firm with `strictVersion` 0
 * (docs/domain.md §0).
 */
export const seenVersion = version.optional()
/** The reason that some rights demand: 2 to 200 characters. */
export const reason = z
  .string({ error: '请填写原因（2-200字）' })
  .max(1000, { error: '请填写原因（2-200字）', abort: true })
  .refine(...notBlankCheck('原因'))
  .overwrite(cleanText)
  .min(2, '请填写原因（2-200字）')
  .max(200, '请填写原因（2-200字）')
/** Names of the fields that a call concerns; all of them if it is absent. */
export const someFields = () => z.array(z.string().max(60)).min(1).max(200).optional()
/** 0 or 1 as an integer. */
export const flag = z.literal([0, 1])
/** The text of a search box: literal text of 1 to 50 characters. */
const keyword = text('关键词', { max: 50 }).schema

/** The input of a paged list: page, sort field, keyword, ids and the list's own filters. */
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

/**
 * Whether a list has parameters beyond the specification that combine the values of filters: several values of one, `not` and
 * `empty`.
 */
export const combinesFilters = ({ filters }: Pick<Call, 'filters'>) =>
  filters !== undefined &&
  Object.values(filters).some(it => takesSeveral(it) || mayBeNot(it) || mayBeEmpty(it))

/** The line by which conf.app says that a back-end combines the values of filters in this list. */
export const combiningLine = ({ method, path }: Pick<Call, 'method' | 'path'>) => `${method} ${path}?not`

/** The input of the counts and the export of a list: its filters and keyword, without the page. */
export const countQuery = <FS extends Filters>(filters: FS) =>
  z.strictObject({ ...filterShape(filters), keyword: keyword.optional() })

/** An addition to the specification: the names of those counts that stopped at a limit. */
export const limitedCounts = z.array(z.string()).optional()

/** One page of a list in the format of the customer's specification. */
const pageSchema = <R extends z.ZodType>(record: R) =>
  z.object({
    records: z.array(record),
    total: z.int(),
    /**
     * An addition to the specification: `over` if there are more rows than `total`, because counting stopped there: at
     * 10,000 rows, or at 1,000 rows of a search. Absent if the total is exact.
     */
    totalIs: z.literal('over').optional(),
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
  /** Parameters of the path or query that the list requires. */
  params?: P
}

/** Declares a call that answers a paged list, with its filters and sortable columns. */
export const pagedCall = <
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
  const call = getCall(path, who, input, () => pageSchema(row), options)
  return Object.assign<Omit<typeof call, 'filters' | 'sortable'>, { filters: FS; sortable: readonly S[] }>(
    call,
    {
      filters,
      sortable,
    },
  )
}
