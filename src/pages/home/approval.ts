import type { SendOptions } from '../../../providers/request.ts'
import { call } from '../../../providers/call.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import { articles } from '../../../resources/articles/index.ts'
import { cards } from '../../../resources/cards/index.ts'
import type { ReviewKind, reviews } from '../../../resources/reviews.ts'
import { pathTo } from '../../routing/paths.ts'

export type WaitingRow = OutputOf<(typeof reviews.calls)['queue']>['records'][number]

type Approval = { input: object; send: (options: SendOptions) => Promise<unknown> }

/** Approval of a row as listed; the server refuses it if the version has changed. */
const approvalOfKind: Record<ReviewKind, ((row: WaitingRow) => Approval) | null> = {
  registration: ({ id, version }) => {
    const input = { id, version, result: 1 } as const
    return { input, send: options => call('lawyers.pass', input, options) }
  },
  card: ({ id, version }) => {
    const input = { id, version, auditStatus: 2 } as const
    return { input, send: options => call('cards.adminAuditCard', input, options) }
  },
  article: ({ id, version }) => {
    const input = { articleId: id, version }
    return { input, send: options => call('articles.pass', input, options) }
  },
  // Nobody approves what a program proposes without having seen the difference.
  proposal: null,
}

/** The approval of a row; null where it is made on the review desk only. */
export const approvalFor = (row: WaitingRow) => approvalOfKind[row.kind]?.(row) ?? null

/** Page with the details of a row; registrations and proposals have none besides the queue. */
export const detailPath = ({ kind, id }: WaitingRow, deskPath: string) => {
  const paths: Record<ReviewKind, string> = {
    registration: `${deskPath}?kind=registration`,
    card: pathTo(cards.views.show!.path, id),
    article: pathTo(articles.views.show!.path, id),
    proposal: `${deskPath}?kind=proposal`,
  }
  return paths[kind]
}
