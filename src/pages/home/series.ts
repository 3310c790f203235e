/** Series of the week's chart: name, label, and module of the log. */
export const weekSeries = [
  ['people', '人员', 4],
  ['cards', '名片', 5],
  ['articles', '内容', 6],
] as const
