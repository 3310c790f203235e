/** 人员类别 (docs/domain.md §3.3), asked at registration and maintained by administrators. */
export const personTypes = [
  [1, '律师'],
  [2, '实习律师'],
  [3, '律师助理'],
  [4, '行政人员'],
  [5, '顾问'],
] as const
