import type { ExtensionJob } from './extensionJob.ts'

type ExtensionJobs = {
  name: string
  folder: string
  /** What its `jobs.ts` exports by default. */
  jobs: readonly ExtensionJob[]
}

/** The jobs of extensions. A build with `EXTENSIONS` replaces this file (`extend/load/sources.ts`). */
export const extensionJobs: readonly ExtensionJobs[] = []
