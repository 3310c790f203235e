/**
 * The version of `tenant-admin/extend` and `tenant-admin/extend/server`, after https://semver.org: the first number is raised when
 * something of it is changed or removed, the second when something is added. `tests/extension/surface.test.ts` says which.
 */
export const surfaceVersion = '1.0.0'

const parts = (version: string) => version.split('.').map(Number)

/** Whether an extension that was written for this version, such as `1.2`, runs with the present one. */
export const isSupported = (wanted: string, present: string = surfaceVersion) => {
  const [[major = 0, minor = 0], [ownMajor = 0, ownMinor = 0]] = [parts(wanted), parts(present)]
  return major === ownMajor && minor <= ownMinor
}
