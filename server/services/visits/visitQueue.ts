import type { Visit, VisitQueue } from '../../context/services.ts'
import { networkOf } from '../limits/counters.ts'

/** Limits of what waits, so that a flood costs neither memory nor rows; visits beyond them are not counted. */
const limits = { all: 10_000, ofFirm: 300, ofNetwork: 20 }

/** Programs name themselves; browsers and the mini-program send a `User-Agent` without these words. */
const programs =
  /bot|crawl|spider|slurp|externalhit|preview|headless|curl|wget|python|go-http-client|scrapy|monitor|^node$|undici|axios|okhttp|^java\/|guzzle|httpclient|postman/i
const isProgram = (device: string) => device === '' || programs.test(device)

/** What distinguishes visitors from one another: their network and their browser. */
export const visitorOf = ({ ip, device }: Pick<Visit, 'ip' | 'device'>) => `${networkOf(ip)} ${device}`

/** Visits that wait to be counted together, since a statement for each would slow down what visitors read. */
export const createVisitQueue = (): VisitQueue => {
  let waiting = new Map<string, Visit>()
  let counts = new Map<string, number>()
  const countOf = (key: string) => counts.get(key) ?? 0

  const note = (visit: Visit): void => {
    const { firmId, cardId, kind } = visit
    const key = `${firmId} ${cardId} ${kind} ${visitorOf(visit)}`
    if (isProgram(visit.device) || waiting.has(key)) return
    const [firm, network] = [`firm ${firmId}`, `network ${networkOf(visit.ip)}`]
    if (waiting.size >= limits.all || countOf(firm) >= limits.ofFirm || countOf(network) >= limits.ofNetwork)
      return
    waiting.set(key, visit)
    for (const each of [firm, network]) counts.set(each, countOf(each) + 1)
  }
  /** Takes all visits that wait. */
  const take = (): Visit[] => {
    const visits = [...waiting.values()]
    waiting = new Map()
    counts = new Map()
    return visits
  }
  return { note, take }
}
