import { z } from 'zod'

import { clean } from './clean.ts'
import { lazily } from './lazily.ts'
import type { MenuName } from './menu.ts'
import type { Capability } from './rights.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may call: nobody signed in is needed (`public`), anybody signed in, about himself (`self`), any
 * administrator, any lawyer, or the holders of one capability of the matrix in `rights.ts`.
 */
export type Who = 'public' | 'self' | 'admin' | 'lawyer' | Capability

/** One row of the customer's specification, section 7: method and path verbatim, who, what goes in, what comes out. */
export type Call<W extends Who = Who, I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  method: Method
  path: `/${string}`
  who: W
  input: I
  output: O
  /** How the body travels; the query string carries everything of a GET. */
  encoding: 'json' | 'form'
  /** An addition to the specification (domain.md marks it with a plus). */
  isAddition: boolean
  /** A GET that changes something, and so runs in a writing transaction. */
  writes: boolean
  /** The menu switch that governs this call when it is not that of its resource. */
  feature?: MenuName
  /** Allowed while an initial password has not been changed yet (4007 otherwise). */
  isOpenBeforePasswordChange: boolean
}

export type Calls = Record<string, Call>

type CallOptions = {
  encoding?: 'form'
  isAddition?: true
  writes?: true
  feature?: MenuName
  isOpenBeforePasswordChange?: true
}

const on =
  (method: Method) =>
  <const W extends Who, I extends z.ZodObject, O extends z.ZodType>(
    path: `/${string}`,
    who: W,
    input: () => I,
    output: () => O,
    options: CallOptions = {},
  ): Call<W, I, O> => {
    const plain = {
      method,
      path,
      who,
      encoding: 'json',
      isAddition: false,
      writes: method !== 'GET',
      isOpenBeforePasswordChange: false,
      ...options,
    } as const
    return lazily(plain, { input, output })
  }

export const get = on('GET')
export const post = on('POST')
export const put = on('PUT')
export const del = on('DELETE')

/** Nothing goes in, or an empty object comes out. */
export const nothing = z.strictObject({})
export const done = z.object({})

/** A file, streamed as it is made; only its refusals come in the envelope (domain.md §0). */
export const file = z.object({
  name: z.string(),
  mime: z.string(),
  bytes: z.custom<ReadableStream<Uint8Array>>(),
})

/** An id as JSON number; in paths, queries and forms it is read from its digits. */
export const id = z.int({ error: '编号不正确' }).positive({ error: '编号不正确' })
export const version = z.int({ error: '缺少版本号,请刷新后重试' }).nonnegative()
export const reason = z
  .string({ error: '请填写原因(2-200字)' })
  .overwrite(clean)
  .min(2, '请填写原因(2-200字)')
  .max(200, '请填写原因(2-200字)')
/** 0 or 1 as an integer. */
export const flag = z.literal([0, 1])
/** What a person types into a search box: literal text, 1 to 50 characters. */
export const keyword = z.string().overwrite(clean).min(1).max(50)

/** What every paged list takes besides its own filters; sorting only by the fields named. */
export const pageQuery = <const S extends string, F extends z.ZodRawShape>(
  sortable: readonly [S, ...S[]],
  filters: F,
) =>
  z.strictObject({
    pageNum: z.int().min(1).max(10_000).default(1),
    pageSize: z.int().min(1).max(200).default(10),
    sortField: z.enum(sortable).optional(),
    sortOrder: z.enum(['asc', 'desc']).optional(),
    keyword: keyword.optional(),
    ids: z.array(id).max(200).optional(),
    ...(z.object(filters).partial().shape as { [K in keyof F]: z.ZodOptional<Extract<F[K], z.ZodType>> }),
  })

/** What the counts beside a list take: its filters, without the page. */
export const countQuery = <F extends z.ZodRawShape>(filters: F) =>
  z.object(filters).partial().extend({ keyword: keyword.optional() }).strict()

/** One page of a list, as the customer's back-end answers it. */
export const pageOf = <R extends z.ZodType>(record: R) =>
  z.object({
    records: z.array(record),
    total: z.int(),
    current: z.int(),
    size: z.int(),
    pages: z.int(),
  })
