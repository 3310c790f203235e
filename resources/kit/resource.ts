import type { z } from 'zod'

import type { Action } from './action.ts'
import type { Calls } from './call.ts'
import type { Entity } from './entity.ts'
import type { Fields } from './field.ts'
import type { AnySetting } from './setting.ts'

// Resources whose names are no longer known to the compiler, as generic code sees them.

export type AnyEntity = Omit<Entity<Fields, Calls>, 'actions'> & {
  actions: Record<string, Action<never>>
}

/** Records with ids, or the one record of a setting. */
export type AnyResource = AnyEntity | AnySetting

export const isEntity = (resource: AnyResource): resource is AnyEntity => !resource.isSetting

/** A record as generic code sees it. */
export type AnyRecord = { id: number } & Record<string, unknown>

export type InputOf<C> = C extends { input: infer I extends z.ZodType } ? z.input<I> : never
export type OutputOf<C> = C extends { output: infer O extends z.ZodType } ? z.output<O> : never
