import { fromKeys } from '../kit/objects.ts'

/**
 * State transitions: for each action, state and caller, the state that follows, or `gone`. Combinations that are not
 * named are refused. The server, the buttons and the tests read the same tables; docs/domain.md §4 describes them for
 * people.
 */
export type Transitions<Action extends string, State extends string, By extends string> = Readonly<
  Record<Action, Readonly<Partial<Record<State, Following<State, By>>>>>
>

type Following<State extends string, By extends string> = Readonly<Partial<Record<By, State | 'gone'>>>

/** `allowFor(...callers)(state)`: lets each of these callers reach the state. */
export const allowFor =
  <const By extends string>(...callers: readonly By[]) =>
  <const State extends string>(state: State) =>
    fromKeys(callers, () => state)
