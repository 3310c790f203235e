import { setTimeout as delay } from 'node:timers/promises'

import type { Directory, DirectoryDepartment, DirectoryMember } from '../../../context/services.ts'
import { ProviderError } from '../provider.ts'

// What reading any directory has in common: it ends within two minutes, repeats what a busy directory did not answer, and
// throws rather than answering a part.

const readingMs = 120_000
/** People of a directory that are read at most. */
const mostMembers = 20_000
/** Departments that are read at most, each with at least one request. */
const mostDepartments = 5_000
/** Milliseconds before the further attempts of a question that a busy directory has not answered. */
const pausesMs = [300, 1_200, 3_000]
/** Number of requests that are sent in parallel, which is below the limits of all three providers. */
const parallel = 4

/** Values in one answer: 企业微信 answers all people of a department at once, with up to forty values each. */
export const answerLimits = { entries: 400_000 }

/** Thrown where an answer shows that it is not all; nothing is compared then. */
export const halfAnswer = (what: string) => new ProviderError(`通讯录没有给全：${what}，请稍后重试`)

/** What a directory says where it refuses. */
export const directoryRefusal = ({ errcode, errmsg }: { errcode: string | number; errmsg: string }) =>
  new ProviderError(`${errmsg}（${errcode}）`)

export const startReading = (signal?: AbortSignal) => {
  const endsAt = performance.now() + readingMs
  const requireTime = () => {
    if (signal?.aborted) throw new ProviderError('读取通讯录时服务器正在停止，请重新比对')
    if (performance.now() > endsAt) throw new ProviderError('两分钟内没有读完通讯录，请稍后重试')
  }
  return {
    requireTime,
    /** Asks until the answer is not that the directory is busy. */
    patiently: async <T>(ask: () => Promise<T>, isBusy: (answer: T) => boolean): Promise<T> => {
      for (const pause of pausesMs) {
        requireTime()
        const answer = await ask()
        if (!isBusy(answer)) return answer
        await delay(pause)
      }
      requireTime()
      return ask()
    },
  }
}
export type Reading = ReturnType<typeof startReading>

/** Does something for each item, a few at a time; the first failure ends it. */
export const forEachOf = async <T>(items: readonly T[], work: (item: T) => Promise<void>) => {
  const waiting = [...items]
  const workOff = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(
    Array.from({ length: parallel }, () =>
      workOff().catch((error: unknown) => {
        waiting.length = 0
        throw error
      }),
    ),
  )
}

type Page<T, C> = { items: readonly T[]; hasMore: boolean; next: C | undefined }

/** The items of all pages; throws where a page announces another one and does not say which. */
export const allPages = async <T, C>(ask: (cursor: C | undefined) => Promise<Page<T, C>>, what: string) => {
  const all: T[] = []
  const cursors = new Set<C>()
  for (let cursor: C | undefined; ;) {
    const { items, hasMore, next } = await ask(cursor)
    all.push(...items)
    if (!hasMore) return all
    if (next === undefined || next === '' || cursors.has(next) || all.length > mostMembers)
      throw halfAnswer(`${what}还有下一页，但没有给出`)
    cursors.add(next)
    cursor = next
  }
}

/** Collects departments and members, each member once; throws where there are more than the maximum. */
export const createCollection = () => {
  const members = new Map<string, DirectoryMember>()
  const departments = new Map<string, DirectoryDepartment>()
  return {
    addMember: (member: DirectoryMember) => {
      if (!members.has(member.externalId)) members.set(member.externalId, member)
      if (members.size > mostMembers)
        throw new ProviderError(`通讯录超过${mostMembers}人，请缩小应用的可见范围`)
    },
    addDepartment: (id: string, department: DirectoryDepartment) => {
      departments.set(id, department)
      if (departments.size > mostDepartments)
        throw new ProviderError(`通讯录超过${mostDepartments}个部门，请缩小应用的可见范围`)
    },
    departments,
    /** Everybody and everything; a directory without anybody is one that the application may not see. */
    finish: (): Directory => {
      if (members.size === 0) throw halfAnswer('没有任何成员，请检查应用的可见范围')
      return { members: [...members.values()], departments }
    },
  }
}
