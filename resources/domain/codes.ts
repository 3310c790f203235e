/**
 * The codes of the envelope with their usual messages. The client handles 4003, 4004 and 4008 as section 8 of the
 * customer's specification requires.
 */
export const codes = {
  '200': '操作成功',
  '4000': '请求参数错误',
  '4001': '账号或密码错误',
  '4002': '验证码错误或已过期',
  '4003': '登录超时，请重新登录',
  '4004': '登录超时',
  '4005': '账号已停用，请联系管理员',
  '4006': '账号正在审核中',
  '4007': '请先修改初始密码',
  '4008': '登录超时',
  '4009': '账号已锁定，请15分钟后再试',
  '4011': '请完成两步验证',
  '4030': '无权限执行此操作',
  '4031': '功能未开启',
  '4040': '数据不存在或已删除',
  '4090': '数据已被他人修改',
  '4091': '当前状态不允许此操作',
  '4092': '数据重复',
  '4093': '数据被引用，无法删除',
  '4220': '请检查填写内容',
  '4290': '操作过于频繁，请稍后再试',
  '5000': '系统异常',
  '5030': '外部服务暂不可用',
} as const

export type Code = keyof typeof codes

/** The format of every JSON answer. `code` is a string; only '200' means success. */
export type Envelope<T = unknown> = { code: Code; message: string; data: T; requestId: string }

/**
 * Error messages by field name. A row of a list is written as `education[1].school`. Each message says how to correct
 * the value.
 */
export type FieldErrors = Record<string, string>
