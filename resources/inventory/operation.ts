import { inventory, viewOf } from '../kit/index.ts'
import { announcements, receivers } from '../announcements.ts'
import { apiTokens } from '../apiTokens.ts'
import { bulkRows, bulkRuns } from '../bulk.ts'
import { imports } from '../imports.ts'
import { logs, myLogs } from '../logs.ts'
import { messages } from '../messages.ts'
import { offices } from '../offices/index.ts'
import { positions } from '../positions.ts'
import { officialProfessions, professions } from '../professions.ts'
import { reviews } from '../reviews.ts'
import { proposals } from '../proposals.ts'
import { webhookDeliveries, webhooks } from '../webhooks.ts'

/** Personal information in offices, lists of words, the log, messages and connections. */
export const operationInventory = {
  reviews: inventory(reviews, {
    general: { 审核: ['title', 'lawyerId', 'question', 'submittedBy', 'assigneeName'] },
    none: ['id', 'kind', 'language', 'organizationId', 'since', 'isOverdue', 'proposedOn'],
  }),
  offices: inventory(offices, {
    general: {
      '在名片、官网和小程序展示': ['principal', 'phone', 'fax', 'email'],
      记录谁在何时办理: ['createdBy', 'updatedBy'],
    },
    none: [
      'organizationId',
      'isMain',
      'name',
      'nameEn',
      'shortName',
      'creditCode',
      'foundedOn',
      'provinceCode',
      'cityCode',
      'districtCode',
      'areaName',
      'address',
      'addressEn',
      'longitude',
      'latitude',
      'postcode',
      'workHours',
      'transport',
      'logo',
      'cover',
      'images',
      'intro',
      'introEn',
      'video',
      'videoCover',
      'homeUrl',
      'mpName',
      'mpAppId',
      'mpPath',
      'weight',
      'showStatus',
      'status',
      'lawyerNum',
      'cardNum',
      'adminNum',
      'createdAt',
      'updatedAt',
    ],
  }),
  professions: inventory(professions, {
    general: { 记录谁在何时办理: ['createdBy', 'updatedBy'] },
    none: [
      'id',
      'name',
      'nameEn',
      'icon',
      'mapTo',
      'intro',
      'isTop',
      'sort',
      'enabled',
      'useCount',
      'createdAt',
      'updatedAt',
    ],
  }),
  officialProfessions: inventory(officialProfessions, {
    none: ['id', 'parentId', 'code', 'name', 'nameEn'],
  }),
  positions: inventory(positions, {
    none: [
      'postId',
      'postName',
      'postCode',
      'postLevel',
      'isPartner',
      'needLicence',
      'sort',
      'enabled',
      'useCount',
      'remark',
    ],
  }),
  logs: inventory(logs, {
    general: {
      记录谁在何时办理: [
        'operatorType',
        'operatorId',
        'operatorName',
        'officeLevel',
        'organizationId',
        'viewAsId',
        'targetId',
        'targetName',
        'summary',
        'diff',
        'reason',
      ],
      登录和账号安全: ['ip', 'device'],
    },
    none: [
      'id',
      'createdAt',
      'logType',
      'module',
      'action',
      'important',
      'targetType',
      'targetOrgId',
      'batchId',
      'batchCount',
      'result',
      'errorCode',
      'requestId',
    ],
  }),
  myLogs: viewOf(logs, myLogs),
  imports: inventory(imports, {
    general: { 导入和批量办理: ['createdByName', 'organizationId'] },
    none: ['id', 'name', 'kind', 'createdAt', 'source', 'state', 'created', 'failed', 'remaining'],
  }),
  bulkRuns: inventory(bulkRuns, {
    general: { 导入和批量办理: ['createdByName', 'organizationId'] },
    none: ['id', 'name', 'kind', 'action', 'state', 'total', 'done', 'skipped', 'failed', 'createdAt'],
  }),
  bulkRows: inventory(bulkRows, {
    general: { 导入和批量办理: ['recordId', 'name', 'message'] },
    none: ['position', 'state', 'doneAt'],
  }),
  messages: inventory(messages, {
    general: { 联系和通知: ['title', 'content', 'senderName', 'readAt'] },
    none: ['id', 'type', 'level', 'status', 'bizType', 'bizId', 'link', 'createdAt'],
  }),
  announcements: inventory(announcements, {
    general: { 联系和通知: ['title', 'content', 'lawyerIds', 'adminIds'], 记录谁在何时办理: ['createdBy'] },
    none: ['batchId', 'level', 'audience', 'organizationIds', 'readState', 'createdAt'],
  }),
  receivers: inventory(receivers, {
    general: { 联系和通知: ['id', 'name', 'receiverType', 'organizationId', 'status', 'readAt'] },
    none: ['batchId'],
  }),
  apiTokens: inventory(apiTokens, {
    general: { 与其他系统连接: ['ownerName', 'lastUsedAt'] },
    none: [
      'id',
      'name',
      'state',
      'capabilities',
      'isForAgents',
      'mayPropose',
      'isForDirectory',
      'tail',
      'lastDay',
      'createdAt',
    ],
  }),
  proposals: inventory(proposals, {
    general: { 记录谁在何时办理: ['title', 'proposed', 'ownerName', 'decidedByName', 'reason'] },
    none: ['id', 'subject', 'state', 'tokenName', 'isOwn', 'organizationId', 'createdAt'],
  }),
  webhooks: inventory(webhooks, {
    general: { 记录谁在何时办理: ['createdBy', 'updatedBy'] },
    none: ['id', 'name', 'url', 'events', 'status', 'failingSince', 'createdAt', 'updatedAt'],
  }),
  webhookDeliveries: inventory(webhookDeliveries, {
    general: { 与其他系统连接: ['body'] },
    none: ['id', 'name', 'event', 'state', 'attempts', 'nextAt', 'createdAt', 'attemptLog'],
  }),
}
