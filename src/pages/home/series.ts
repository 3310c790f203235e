/** What is counted of a day, with its module in the log. */
export const series = [
  ['people', '人员', 4],
  ['cards', '名片', 5],
  ['articles', '内容', 6],
] as const
