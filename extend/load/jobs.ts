import type { ExtensionJob } from '../../server/services/jobs/extensionJob.ts'

const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d$/

type Declared = { name: string; folder: string; jobs: readonly ExtensionJob[] }

const faultsIn = ({ name: extension, folder, jobs }: Declared): string[] => {
  const place = `${folder}/jobs.ts`
  if (!Array.isArray(jobs))
    return [`${place}: 应默认导出任务的数组 (its default export must be a list of jobs)`]
  const isOwn = new RegExp(`^${extension}:[a-z][A-Za-z0-9]{0,40}$`)
  return jobs.flatMap(({ name, daily }: ExtensionJob, at) => [
    ...(isOwn.test(name)
      ? []
      : [`${place}: ${name}: 名称应以 ${extension}: 开头 (a name must begin with ${extension}:)`]),
    ...(jobs.findIndex(it => it.name === name) === at
      ? []
      : [`${place}: ${name}: 任务重名 (there are two jobs of this name)`]),
    ...(daily === undefined || timeOfDay.test(daily)
      ? []
      : [`${place}: ${name}: daily 应为时间，如 08:30 (must be a time, such as 08:30)`]),
  ])
}

/** The jobs of these extensions, as the server's list has them. Throws one line for each mistake in their declarations. */
export const checkedJobs = (extensions: readonly Declared[]): readonly Declared[] => {
  const faults = extensions.flatMap(faultsIn)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return extensions
}
