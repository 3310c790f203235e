import { setupOf } from './database.ts'

/** Global set-up of the tests that run on Citus with an extension, whose tables the database has. */
export const setup = setupOf('distributedExtended')
