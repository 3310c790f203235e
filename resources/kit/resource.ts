import type { z } from 'zod'

import type { Action } from './action.ts'
import type { Calls } from './call.ts'
import type { Entity } from './entity.ts'
import type { Fields } from './field.ts'
import type { AnySetting } from './setting.ts'

// Types of resources for generic code, in which the compiler does not know the names of fields and calls.

/** An entity whose fields and calls are not known to the compiler. */
export type AnyEntity = Omit<Entity<Fields, Calls>, 'actions'> & {
  actions: Record<string, Action<never>>
}

/** An entity or a setting, for generic code. */
export type AnyResource = AnyEntity | AnySetting

/** Whether the resource is an entity, whose records have ids, and not a setting. */
export const isEntity = (resource: AnyResource): resource is AnyEntity => !resource.isSetting

/** A record of any entity. */
export type AnyRecord = { id: number } & Record<string, unknown>

/** The type of a call's input before its schema parses it. */
export type InputOf<C> = C extends { input: infer I extends z.ZodType } ? z.input<I> : never
/** The type of a call's answer after its schema parsed it. */
export type OutputOf<C> = C extends { output: infer O extends z.ZodType } ? z.output<O> : never
