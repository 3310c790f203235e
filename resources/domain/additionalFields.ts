import type { AnyEntity, Fields } from '../kit/index.ts'

// A build with `EXTENSIONS` replaces this file (`extend/load/sources.ts`) by `extend/fields.ts`, so that the product without
// extensions has no code for additional fields.

/** The entity with the fields that extensions add to it. */
export const extendEntity = <E extends AnyEntity>(entity: E): E => entity

/** These fields of an entity, with those that extensions add to it; for calls that are not among react-admin's verbs. */
export const extendFields = <F extends Fields>(_entity: string, fields: F): F => fields
