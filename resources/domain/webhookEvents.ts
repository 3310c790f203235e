/** Events of which a webhook can be notified, with their labels. */
export const webhookEvents = {
  'card.published': '名片发布',
  'card.hidden': '名片隐藏',
  'article.published': '内容发布',
  'article.offline': '内容下架',
  'lawyer.created': '新增人员',
  'lawyer.updated': '修改人员',
  'lawyer.left': '人员离所',
  'office.updated': '律所变更',
  'office.closed': '律所关闭',
  'review.submitted': '提交审核@webhook',
  'review.decided': '审核结果',
} as const
export type WebhookEvent = keyof typeof webhookEvents
