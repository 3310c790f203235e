import type { z } from 'zod'

import type { Action } from './action.ts'
import type { Calls } from './call.ts'
import type { Entity } from './entity.ts'
import type { Fields } from './field.ts'
import type { AnySetting } from './setting.ts'

// Resources whose names are no longer known to the compiler, as generic code sees them.

/** An entity whose fields and calls are not known to the compiler. */
export type AnyEntity = Omit<Entity<Fields, Calls>, 'actions'> & {
  actions: Record<string, Action<never>>
}

/** Records with ids, or the one record of a setting. */
export type AnyResource = AnyEntity | AnySetting

/** Tells entities, which have records with ids, from settings. */
export const isEntity = (resource: AnyResource): resource is AnyEntity => !resource.isSetting

/** A record as generic code sees it. */
export type AnyRecord = { id: number } & Record<string, unknown>

/** What a call is sent, before its schema has parsed it. */
export type InputOf<C> = C extends { input: infer I extends z.ZodType } ? z.input<I> : never
/** What a call answers, after its schema has parsed it. */
export type OutputOf<C> = C extends { output: infer O extends z.ZodType } ? z.output<O> : never
