import { sql } from 'drizzle-orm'

import { admins } from '../db/tables.ts'
import { notify, type Sender } from './notify.ts'

const requestsPage = '/app/lawyer/transfers'

type TransferredLawyer = { id: number; name: string }
type Office = { id: number; name: string }

/** The administrators of a branch; those of the main office have decided about the transfer themselves. */
export const branchAdmins = ({ firmId }: Sender, organizationId: number) => ({
  query: sql`select 1, ${admins.id} from ${admins} where ${admins.firmId} = ${firmId}
    and ${admins.organizationId} = ${organizationId} and ${admins.officeLevel} in (3, 4) and ${admins.status} = 1
    and ${admins.deletedAt} is null`,
})

/** Notifies the lawyer, the new office and the former one. */
export const notifyTransferred = async (
  sender: Sender,
  { id, name }: TransferredLawyer,
  from: Office,
  to: Office,
) => {
  const message = { type: 1, bizType: 'lawyer', bizId: id } as const
  const content = `您已由${from.name}转入${to.name}，名片随您转入，请核对名片上的律所、地址和电话。`
  await notify(
    sender,
    { ...message, title: '您的所属律所已变更', content, link: '/app/user/dashboard' },
    { population: 2, ids: [id] },
  )
  await notify(
    sender,
    {
      ...message,
      title: `${name}转入本所`,
      content: `${name}由${from.name}转入，名片和待审核的修改由本所管理。`,
      link: `/app/lawyer/${id}`,
    },
    branchAdmins(sender, to.id),
  )
  await notify(
    sender,
    { ...message, title: `${name}转出本所`, content: `${name}已转入${to.name}，不再由本所管理。` },
    branchAdmins(sender, from.id),
  )
}

type Request = { id: number; lawyerName: string; organizationId: number }

const requestReference = ({ id }: Pick<Request, 'id'>) =>
  ({ type: 6, bizType: 'transfer', bizId: id, link: requestsPage }) as const

type NewRequest = Request & { requester: string; from: string; to: string; reason: string }

/** Notifies everybody who may decide about the request. */
export const notifyTransferRequested = (
  sender: Sender,
  { lawyerName, requester, from, to, reason, ...request }: NewRequest,
) =>
  notify(
    sender,
    {
      ...requestReference(request),
      title: `${lawyerName}申请转所`,
      content: `${from}的${requester}申请将${lawyerName}转入${to}。原因：${reason}`,
    },
    { reviewing: 'lawyer.transfer', organizationId: request.organizationId },
  )

/**
 * The administrator who made the request; nobody where that is unknown, or where the requester is the caller.
 */
const requesterOf = ({ caller }: Sender, createdBy: string | null) => {
  const [population, id] = (createdBy ?? '').split(':').map(Number)
  const ids = population === 1 && id && caller?.id !== id ? [id] : []
  return { population: 1, ids } as const
}

type DecidedRequest = Request & { createdBy: string | null }

/** Notifies the requester of a refusal; both offices are notified of an approved transfer anyway. */
export const notifyTransferRefused = (sender: Sender, request: DecidedRequest, reason: string) =>
  notify(
    sender,
    {
      ...requestReference(request),
      title: `${request.lawyerName}的转所申请未通过`,
      content: `总所没有同意。原因：${reason}`,
      level: 2,
    },
    requesterOf(sender, request.createdBy),
  )

const closings = {
  left: (name: string) => `${name}已离所，转所申请不再处理。`,
  removed: (name: string) => `${name}已移入回收站，转所申请不再处理。`,
  transferred: (name: string) => `${name}已转入其他律所，转所申请不再处理。`,
  officeClosed: (name: string) => `${name}所在或转入的律所已关闭，转所申请不再处理。`,
}
/** The reason why a request is closed without a decision. */
export type ClosingReason = keyof typeof closings

export const notifyTransferClosed = (sender: Sender, request: DecidedRequest, closing: ClosingReason) =>
  notify(
    sender,
    {
      ...requestReference(request),
      title: `${request.lawyerName}的转所申请已关闭`,
      content: closings[closing](request.lawyerName),
    },
    requesterOf(sender, request.createdBy),
  )
