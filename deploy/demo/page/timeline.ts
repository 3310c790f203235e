import { isPlainObject } from '../../../resources/kit/objects.ts'

type Answered = { data: unknown; sentences?: Record<string, unknown> }

/** The path of the call that answers what happened to a record. */
export const timelinePath = '/log/timeline'

/** The entries of one kind in a recorded timeline, which has those of all kinds. */
export const entriesOfKind = ({ data, sentences = {} }: Answered, kind: unknown): Answered => {
  if (!isPlainObject(data) || !Array.isArray(data['entries'])) return { data }
  const entries: unknown[] = data['entries']
  const isOfKind = (entry: unknown) => isPlainObject(entry) && entry['kind'] === kind
  const places = [...entries.keys()].filter(at => isOfKind(entries[at]))
  const placeOf = (pointer: string) => places.indexOf(Number(/^\/entries\/(\d+)\//.exec(pointer)?.[1]))
  const kept = Object.entries(sentences).flatMap(([pointer, it]) => {
    const at = placeOf(pointer)
    return at < 0 ? [] : [[pointer.replace(/^\/entries\/\d+/, `/entries/${at}`), it]]
  })
  return {
    data: { ...data, entries: places.map(at => entries[at]) },
    sentences: Object.fromEntries(kept),
  }
}
