const hour = 3_600_000
const day = 24 * hour

/** How long since then, in the largest unit that says it. */
export const waitedFor = (since: string, now = Date.now()) => {
  const passed = Math.max(0, now - Date.parse(since))
  if (Number.isNaN(passed)) return ''
  if (passed >= day) return `${Math.floor(passed / day)}天`
  if (passed >= hour) return `${Math.floor(passed / hour)}小时`
  return '不到1小时'
}
