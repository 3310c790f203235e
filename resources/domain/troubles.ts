import { keysOf } from '../kit/objects.ts'

/** Problems that the operator has to solve, with what to do, the most urgent first. */
export const troubles = {
  logBroken: '日志链已断：请勿改动数据库，运行 verify-audit 并与备份核对',
  logUnprotected: '保护日志的触发器被停用或删除：请查明原因，并运行 migrate 恢复',
  diskLow: '磁盘空间不足2 GB：请清理或扩容',
  migrate: '数据库待升级：请先备份，再运行 migrate',
  noBackup: '从未备份：请在服务器上设置备份的位置，或运行 backup',
  backupOld: '备份已超过36小时：请查看服务器日志和备份位置的空间',
  backupUnproven: '备份没有经过试恢复：请允许数据库所有者创建数据库',
  jobsLate: '任务积压：请确认有进程在处理任务（命令 work，或没有关闭任务的服务器）',
  jobsFailed: '有任务最终失败：请在服务器日志中查找原因',
  messagesUnsent: '短信发送失败：请在系统配置中发送测试短信',
  wechatRefused: '微信没有接受小程序设置：请在系统配置中核对AppID与AppSecret',
  replicaLate: '副本落后超过1秒或不可达，列表改由主库读取：请检查副本及其网络',
  deletionUnfinished: '有律所没有删除完：请再次运行 delete-firm',
  logNotForwarded: '日志超过15分钟没有转发出去：请检查日志接收方或存储桶，并在服务器日志中查找原因',
  noAnchor: '日志末端没有记录到数据库之外：请检查数据目录是否可写',
} as const

export type Trouble = keyof typeof troubles
export const troubleNames = keysOf(troubles)
