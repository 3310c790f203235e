/** A small seeded generator (mulberry32): the demo must be the same on every machine and in every run. */
export const randomOf = (seed: number) => {
  let state = seed >>> 0
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export type Random = () => number

/** A whole number from low to high, both included. */
export const between = (random: Random, low: number, high: number) =>
  low + Math.floor(random() * (high - low + 1))

export const pick = <T>(random: Random, from: readonly [T, ...T[]]): T =>
  from[Math.floor(random() * from.length)] ?? from[0]

/** `count` different entries, in their order. */
export const some = <T>(random: Random, from: readonly T[], count: number): T[] => {
  const left = from.map((_, index) => index)
  while (left.length > count) left.splice(Math.floor(random() * left.length), 1)
  return left.flatMap(index => from.slice(index, index + 1))
}

/** Goes round the list. */
export const cycle = <T>(from: readonly [T, ...T[]], index: number): T => from[index % from.length] ?? from[0]
