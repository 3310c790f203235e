/** The types of messages (docs/domain.md §3.8). */
export const messageTypes = [
  [1, '系统通知'],
  [2, '注册审核'],
  [3, '名片审核'],
  [4, '内容审核'],
  [5, '账号安全'],
  [6, '事项提醒'],
  [7, '律所公告'],
] as const
