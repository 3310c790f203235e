// The types of `test.ts` for the compiler that checks an extension: through the file itself it would check the whole server.
import type { TestServer } from './testServer.ts'

export type { TestServer }

export declare const startServer: () => Promise<TestServer>
