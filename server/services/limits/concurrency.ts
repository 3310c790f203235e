import { ApiError } from '../../context/apiError.ts'

type WaitingEntry = { group: string; alone: string | undefined; start: () => void; refuse: () => void }
type QueueKey = {
  /**
   * Work of different groups is started in turn, however much of the queue one group fills; the group is a
   * network.
   */
  group?: string
  /** Work with the same key, here an account, runs one piece at a time. */
  alone?: string
}

/** Assumed milliseconds of one piece of work until some have been measured; that of a password hash. */
const expectedMs = 100

/** The number of groups to remember; beyond it, groups without waiting work are forgotten. */
const maxGroups = 1_000

type Options = {
  running: number
  waiting: number
  /** Makes the message for when the queue is full; `retryAfter` is in seconds. */
  sentence: (retryAfter: number) => string
}

/** 5030 with the seconds after which the present queue will have been served. */
const queueFullError = (sentence: Options['sentence'], waitMs: number) => {
  const retryAfter = Math.min(60, Math.max(1, Math.ceil(waitMs / 1000)))
  return new ApiError('5030', sentence(retryAfter), { retryAfter })
}

const countOfGroup = (places: readonly WaitingEntry[], group: string): number =>
  places.filter(place => place.group === group).length

/** The first waiting entry of the group that was served the longest ago, or never. */
const longestUnserved = (places: readonly WaitingEntry[], turns: ReadonlyMap<string, number>) => {
  const [first, ...others] = places
  const lastTurn = ({ group }: WaitingEntry) => turns.get(group) ?? 0
  return first && others.reduce((best, it) => (lastTurn(it) < lastTurn(best) ? it : best), first)
}

/**
 * Creates a bounded queue that runs a limited number of works at once. Groups are served in turn, and in a
 * full queue the group with most entries gives up a place to one with fewer, so that a crowd from one network
 * keeps nobody else out.
 */
export const createQueue = ({ sentence, ...limits }: Options) => {
  let running = 0
  let averageMs = expectedMs
  let waiting: readonly WaitingEntry[] = []
  const runningKeys = new Set<string>()
  /** The turn in which each group was served last. */
  let turns = new Map<string, number>()
  let turn = 0

  const mayRun = ({ alone }: Pick<WaitingEntry, 'alone'>) => alone === undefined || !runningKeys.has(alone)

  const begin = ({ group, alone }: WaitingEntry) => {
    running += 1
    if (alone !== undefined) runningKeys.add(alone)
    turn += 1
    turns.set(group, turn)
    if (turns.size > maxGroups) turns = new Map([...turns].filter(([it]) => countOfGroup(waiting, it) > 0))
  }
  const startNext = () => {
    if (running >= limits.running) return
    const next = longestUnserved(waiting.filter(mayRun), turns)
    if (!next) return
    waiting = waiting.filter(it => it !== next)
    begin(next)
    next.start()
    startNext()
  }
  const refusal = () => queueFullError(sentence, (waiting.length * averageMs) / limits.running)

  /** Makes room for one more entry of this group, or throws. */
  const evictOrRefuse = (group: string) => {
    if (waiting.length < limits.waiting) return
    const [evicted] = waiting
      .toReversed()
      .toSorted((a, b) => countOfGroup(waiting, b.group) - countOfGroup(waiting, a.group))
    if (!evicted || countOfGroup(waiting, evicted.group) <= countOfGroup(waiting, group) + 1) throw refusal()
    waiting = waiting.filter(it => it !== evicted)
    evicted.refuse()
  }
  const enter = ({ group = '', alone }: QueueKey) =>
    new Promise<void>((resolve, reject) => {
      const place = { group, alone, start: resolve, refuse: () => reject(refusal()) }
      if (running >= limits.running || !mayRun(place)) evictOrRefuse(group)
      waiting = [...waiting, place]
      startNext()
    })

  return async <T>(work: () => Promise<T>, place: QueueKey = {}): Promise<T> => {
    await enter(place)
    const startedAt = performance.now()
    try {
      return await work()
    } finally {
      averageMs += (performance.now() - startedAt - averageMs) / 10
      running -= 1
      if (place.alone !== undefined) runningKeys.delete(place.alone)
      startNext()
    }
  }
}

export const tooManySignIns = (retryAfter: number) => `当前登录和验证的人数较多，请${retryAfter}秒后再试`
