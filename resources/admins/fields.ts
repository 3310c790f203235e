import {
  datetime,
  email,
  image,
  integer,
  mobile,
  optional,
  personName,
  reference,
  select,
  auditFields,
  text,
  toggle,
} from '../kit/index.ts'

/** 管理员 (firmAccessUser, docs/domain.md §3.2). */
export const adminFields = {
  id: integer('编号'),
  name: personName(),
  account: optional(
    text('登录账号', {
      min: 4,
      max: 30,
      pattern: [/^[\w@.]+$/, '登录账号由字母、数字和 _ @ . 组成'],
      hint: '不填时使用手机号',
    }),
  ),
  mobile: mobile('手机号', { revealedTo: 'admin.edit' }),
  email: optional(email('邮箱')),
  avatar: optional(image('头像', { scene: 'avatar', frame: { ratio: [1, 1], minWidth: 200 } })),
  organizationId: reference('所属律所', 'offices'),
  officeLevel: select('管理员级别', [
    [1, '总所主管理员'],
    [2, '总所子管理员'],
    [3, '分所主管理员'],
    [4, '分所子管理员'],
  ]),
  isSystem: toggle('系统账号'),
  canAudit: toggle('审核权限'),
  canExport: toggle('导出权限'),
  isContact: toggle('对律师公开为联系人', { hint: '律师在“管理员信息”中看到姓名和联系方式' }),
  status: select('状态', [
    [1, '正常', 'good'],
    [0, '停用@state', 'faint'],
    [2, '锁定', 'bad'],
  ]),
  mustChangePwd: toggle('需修改初始密码'),
  secondFactor: optional(toggle('两步验证')),
  lastLoginAt: optional(datetime('最近登录')),
  lastLoginIp: optional(text('最近登录IP', { max: 45 })),
  remark: optional(text('备注', { max: 200, isMultiline: true })),
  ...auditFields,
}
