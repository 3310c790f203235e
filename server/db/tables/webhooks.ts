import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

import type { WebhookEvent } from '../../../resources/domain/webhookEvents.ts'
import { auditColumns, firmIdColumn, idColumn, idReference, timestamptz } from './columns.ts'

/** Addresses that are notified of events (事件推送). */
export const webhooks = pgTable(
  'webhooks',
  {
    id: idColumn(),
    firmId: firmIdColumn(),
    name: text().notNull(),
    url: text().notNull(),
    events: jsonb().$type<WebhookEvent[]>().notNull(),
    /** The key of the signatures, encrypted with the installation's key. */
    sealed: text().notNull(),
    /** 1 启用, 0 停用, 2 因失败停用. */
    status: integer().$type<0 | 1 | 2>().notNull().default(1),
    /** The administrator who gets a message when the webhook is disabled because it fails. */
    adminId: idReference().notNull(),
    /** Since when no delivery has succeeded; null after a success. */
    failingSince: timestamptz(),
    ...auditColumns(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.id] }),
    index('webhooks_created').on(table.firmId, table.createdAt.desc(), table.id),
  ],
)

/** One attempt to deliver an event; `status` is the HTTP status, null without an answer. */
export type DeliveryAttempt = {
  at: string
  status: number | null
  ms: number
  answer: string | null
  error: string | null
}

/** Notices of events: waiting, delivered, or given up. Stored in the transaction of the change itself. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: idColumn(),
    firmId: firmIdColumn(),
    webhookId: idReference().notNull(),
    event: text().$type<WebhookEvent | 'test'>().notNull(),
    /** The JSON that is sent, without personal data. */
    body: text().notNull(),
    /** 0 等待, 1 成功, 2 失败. */
    state: integer().$type<0 | 1 | 2>().notNull().default(0),
    /** Attempts since the event, or since it was sent anew. */
    attempts: integer().notNull().default(0),
    /** When the queue makes the next attempt. */
    nextAt: timestamptz().notNull(),
    /** The last attempts, in their order. */
    attemptLog: jsonb().$type<DeliveryAttempt[]>().notNull().default([]),
    createdAt: timestamptz().notNull(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.id] }),
    foreignKey({
      name: 'webhook_deliveries_webhook_fk',
      columns: [table.firmId, table.webhookId],
      foreignColumns: [webhooks.firmId, webhooks.id],
    }).onDelete('cascade'),
    index('webhook_deliveries_waiting')
      .on(table.firmId, table.nextAt)
      .where(sql`state = 0`),
    index('webhook_deliveries_age').on(table.firmId, table.createdAt.desc(), table.id),
    index('webhook_deliveries_webhook').on(table.firmId, table.webhookId),
  ],
)
