import { setupOf } from './database.ts'

/** Global set-up of the tests that run through PgBouncer. */
export const setup = setupOf('pooled')
