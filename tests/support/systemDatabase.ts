import { setupOf } from './database.ts'

/** Global set-up of the tests that run on the PostgreSQL of a distribution. */
export const setup = setupOf('system')
