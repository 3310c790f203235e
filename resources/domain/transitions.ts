import { fromKeys } from '../kit/objects.ts'

/**
 * What may be done with a record, by its state and by who does it: the state that follows, or `gone`. Whatever is not
 * named is refused. Servers, buttons and tests read the same table; domain.md §4 has it for people.
 */
export type Transitions<Action extends string, State extends string, By extends string> = Readonly<
  Record<Action, Readonly<Partial<Record<State, Following<State, By>>>>>
>

type Following<State extends string, By extends string> = Readonly<Partial<Record<By, State | 'gone'>>>

/** The same following state for each of these callers. */
export const leadingTo =
  <const By extends string>(...callers: readonly By[]) =>
  <const State extends string>(state: State) =>
    fromKeys(callers, () => state)
