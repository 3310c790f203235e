import { ApiError } from '../../context/apiError.ts'

type Waiting = { group: string; alone: string | undefined; start: () => void; refuse: () => void }
type Place = {
  /** Who is served in turn, however much of the line is his: a network. */
  group?: string
  /** Of works with the same name one runs at a time: an account. */
  alone?: string
}

/** Assumed duration of one piece of work in milliseconds until some were measured; that of a password hash. */
const expectedMs = 100

/** So many groups are remembered; then those that do not wait are forgotten. */
const mostGroups = 1_000

type Options = {
  running: number
  waiting: number
  /** Makes the message for when the queue is full; `retryAfter` is in seconds. */
  sentence: (retryAfter: number) => string
}

/** 5030: come again when those who wait now have been served. */
const full = (sentence: Options['sentence'], waitMs: number) => {
  const retryAfter = Math.min(60, Math.max(1, Math.ceil(waitMs / 1000)))
  return new ApiError('5030', sentence(retryAfter), { retryAfter })
}

const countOf = (places: readonly Waiting[], group: string): number =>
  places.filter(place => place.group === group).length

/** The first in the line of the group that was served the longest ago, or never. */
const longestUnserved = (places: readonly Waiting[], turns: ReadonlyMap<string, number>) => {
  const [first, ...others] = places
  const lastTurn = ({ group }: Waiting) => turns.get(group) ?? 0
  return first && others.reduce((best, it) => (lastTurn(it) < lastTurn(best) ? it : best), first)
}

/**
 * So many works at once; the next ones wait in a line of bounded length. Groups are served in turn, and the one with most
 * in a full line gives a place up to one with fewer, so that a crowd from one network keeps nobody else out.
 */
export const createLine = ({ sentence, ...most }: Options) => {
  let running = 0
  let averageMs = expectedMs
  let waiting: readonly Waiting[] = []
  const atWork = new Set<string>()
  /** The turn in which each group was served last. */
  let turns = new Map<string, number>()
  let turn = 0

  const isFree = ({ alone }: Pick<Waiting, 'alone'>) => alone === undefined || !atWork.has(alone)

  const begin = ({ group, alone }: Waiting) => {
    running += 1
    if (alone !== undefined) atWork.add(alone)
    turn += 1
    turns.set(group, turn)
    if (turns.size > mostGroups) turns = new Map([...turns].filter(([it]) => countOf(waiting, it) > 0))
  }
  const startNext = () => {
    if (running >= most.running) return
    const next = longestUnserved(waiting.filter(isFree), turns)
    if (!next) return
    waiting = waiting.filter(it => it !== next)
    begin(next)
    next.start()
    startNext()
  }
  const refusal = () => full(sentence, (waiting.length * averageMs) / most.running)

  /** Makes room for one more of this group, or throws. */
  const makeRoom = (group: string) => {
    if (waiting.length < most.waiting) return
    const [last] = waiting
      .toReversed()
      .toSorted((a, b) => countOf(waiting, b.group) - countOf(waiting, a.group))
    if (!last || countOf(waiting, last.group) <= countOf(waiting, group) + 1) throw refusal()
    waiting = waiting.filter(it => it !== last)
    last.refuse()
  }
  const enter = ({ group = '', alone }: Place) =>
    new Promise<void>((resolve, reject) => {
      const place = { group, alone, start: resolve, refuse: () => reject(refusal()) }
      if (running >= most.running || !isFree(place)) makeRoom(group)
      waiting = [...waiting, place]
      startNext()
    })

  return async <T>(work: () => Promise<T>, place: Place = {}): Promise<T> => {
    await enter(place)
    const begun = performance.now()
    try {
      return await work()
    } finally {
      averageMs += (performance.now() - begun - averageMs) / 10
      running -= 1
      if (place.alone !== undefined) atWork.delete(place.alone)
      startNext()
    }
  }
}

export const manySignIns = (retryAfter: number) => `当前登录和验证的人数较多，请${retryAfter}秒后再试`
