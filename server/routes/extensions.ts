import type { BoundCall } from '../context/checks.ts'

/**
 * The calls that extensions answer by code of their own: what each `server.ts` exports by default. A build with `EXTENSIONS`
 * replaces this file (`extend/load/sources.ts`).
 */
export const extensionServers: readonly (readonly BoundCall[])[] = []
