import { z } from 'zod'

import {
  dateSchema,
  emailSchema,
  fileSchema,
  flagSchema,
  fixtureKey,
  boundedText,
  timestampSchema,
} from './fields.ts'

const mobile = z.string().regex(/^1[3-9]\d{9}$/, 'not a mobile number')
export const fixturePassword = z.string().min(10).max(128)

export const adminSchema = z.strictObject({
  /** The account when absent. */
  key: fixtureKey.optional(),
  account: boundedText(30),
  name: boundedText(20).default('管理员'),
  /** Generated from the position in the list when absent. */
  mobile: mobile.optional(),
  email: emailSchema.optional(),
  /** The main office when absent. */
  office: fixtureKey.optional(),
  /** 1 总所主 2 总所子 3 分所主 4 分所子 */
  officeLevel: z.literal([1, 2, 3, 4]),
  isSystem: flagSchema.default(0),
  canAudit: flagSchema.default(1),
  canExport: flagSchema.default(1),
  isContact: flagSchema.default(1),
  status: flagSchema.default(1),
  /** The firm's password when absent. */
  password: fixturePassword.optional(),
  mustChangePwd: flagSchema.default(0),
  remark: boundedText(200).optional(),
})

const assessment = z.strictObject({
  year: z.int().min(2000).max(2100),
  /** 1 称职 2 基本称职 3 不称职 4 未参加 */
  result: z.literal([1, 2, 3, 4]),
  recordedAt: dateSchema,
})

export const lawyerSchema = z.strictObject({
  /** The mobile when absent. */
  key: fixtureKey.optional(),
  name: boundedText(20),
  /** Derived from the name when absent. */
  nameEn: boundedText(60).optional(),
  gender: z.literal([0, 1, 2]).default(0),
  mobile,
  email: emailSchema.optional(),
  office: fixtureKey.optional(),
  team: boundedText(30).optional(),
  employeeNo: boundedText(20).optional(),
  /** 1 律师 2 实习律师 3 律师助理 4 行政人员 5 顾问 */
  personType: z.literal([1, 2, 3, 4, 5]).default(1),
  licenseNumber: z
    .string()
    .regex(/^(\d{17}|\d{12})$/)
    .optional(),
  /** Read from the licence when absent, like the year. */
  practiceType: z.literal([1, 2, 3, 4, 5, 6]).optional(),
  firstPractisedYear: z.int().min(1980).max(2100).optional(),
  isRegisteredPartner: flagSchema.default(0),
  entryDate: dateSchema.optional(),
  leaveDate: dateSchema.optional(),
  /** 0 待审核 1 正常 2 已驳回 3 已停用 4 已离所 */
  status: z.literal([0, 1, 2, 3, 4]).default(1),
  rejectReason: boundedText(200).optional(),
  /** 1 后台创建 2 批量导入 3 自主注册 */
  source: z.literal([1, 2, 3]).default(1),
  createdAt: timestampSchema.default('-1d'),
  avatar: fileSchema.optional(),
  assessments: z.array(assessment).max(40).default([]),
  password: fixturePassword.optional(),
  mustChangePwd: flagSchema.default(0),
  remark: boundedText(200).optional(),
})
