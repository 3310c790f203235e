import { inventory } from '../kit/index.ts'
import { admins } from '../admins/index.ts'
import { authors } from '../articles/authors.ts'
import { holds } from '../holds.ts'
import { lawyers } from '../lawyers/index.ts'
import { recycledLawyers } from '../lawyers/recycled.ts'
import { transfers } from '../lawyers/transfers.ts'
import { privacyRequests } from '../privacyRequests.ts'

/** Personal information in the records about people, and in requests about them. */
export const peopleInventory = {
  admins: inventory(admins, {
    general: {
      识别人员: ['id', 'name', 'avatar', 'remark'],
      联系和通知: ['mobile', 'email', 'isContact'],
      登录和账号安全: [
        'account',
        'mustChangePwd',
        'secondFactor',
        'lastLoginAt',
        'lastLoginIp',
        'officeLevel',
        'isSystem',
        'canAudit',
        'canExport',
        'status',
      ],
      管理人员与执业: ['organizationId'],
      记录谁在何时办理: ['createdBy', 'updatedBy'],
    },
    none: ['createdAt', 'updatedAt'],
  }),
  lawyers: inventory(lawyers, {
    general: {
      识别人员: ['id', 'name', 'nameEn', 'namePinyin', 'nameInitials', 'gender', 'avatar'],
      联系和通知: ['mobile', 'email'],
      登录和账号安全: ['wxBound', 'mustChangePwd', 'initialSms', 'secondFactor', 'lastLoginAt'],
      管理人员与执业: [
        'organizationId',
        'team',
        'employeeNo',
        'personType',
        'licenseNumber',
        'practiceType',
        'firstPractisedYear',
        'isRegisteredPartner',
        'entryDate',
        'leaveDate',
        'successorId',
        'removeOn',
        'status',
        'rejectReason',
        'source',
        'assessments',
        'remark',
      ],
      '在名片、官网和小程序展示': ['cardCn', 'cardEn'],
      同意个人信息处理规则: ['consentVersion', 'consentAt'],
      记录谁在何时办理: ['createdBy', 'updatedBy'],
    },
    sensitive: { 登录和账号安全: ['password'] },
    none: ['createdAt', 'updatedAt'],
  }),
  transfers: inventory(transfers, {
    general: {
      管理人员与执业: ['lawyerName', 'organizationId', 'toId', 'status', 'reason'],
      记录谁在何时办理: ['createdByName', 'decidedByName', 'decisionReason'],
    },
    none: ['id', 'createdAt'],
  }),
  privacyRequests: inventory(privacyRequests, {
    general: { 处理个人信息请求: ['name', 'kind', 'content', 'status', 'organizationId', 'response'] },
    none: ['id', 'isOverdue', 'dueAt', 'createdAt'],
  }),
  holds: inventory(holds, {
    general: {
      保全资料: ['targetName', 'reason'],
      记录谁在何时办理: ['createdByName', 'releasedByName', 'releaseReason'],
    },
    none: ['id', 'kind', 'state', 'endOn', 'createdAt'],
  }),
  recycled: inventory(recycledLawyers, {
    general: {
      '在回收站保存，以便还原': [
        'id',
        'name',
        'mobile',
        'organizationId',
        'personType',
        'employeeNo',
        'status',
      ],
      记录谁在何时办理: ['deletedBy'],
    },
    none: ['deletedAt', 'purgeAt', 'articleCount'],
  }),
  authors: inventory(authors, {
    general: { 内容署名和展示: ['id', 'name', 'organizationId', 'avatar', 'licenseNumber'] },
  }),
}
