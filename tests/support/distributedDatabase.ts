import { setupOf } from './database.ts'

/** Global set-up of the tests that run on Citus. */
export const setup = setupOf('distributed')
