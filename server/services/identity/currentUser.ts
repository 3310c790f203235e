import { sql } from 'drizzle-orm'
import type { z } from 'zod'

import { maskMiddle } from '../../../resources/kit/index.ts'
import type { self } from '../../../resources/session.ts'
import { loginRegSet } from '../../../resources/settings/loginRegSet.ts'
import type { Caller } from '../../context/context.ts'
import type { Db } from '../../db/connection/open.ts'

type Row = {
  avatar: string | null
  mobile: string
  status: number
  prefs: z.input<typeof self>['prefs']
  organizationName: string
  hasQuestion: boolean
  mustConsent: boolean
  mandates: number
  unread: number
}

const { agreementVersion: firstVersion } = loginRegSet.initial

const currentUserQuery = ({ population, id, firmId }: Caller) => {
  const table = population === 1 ? sql`admins` : sql`lawyers`
  return sql<Row>`
    select p.avatar, p.mobile, p.status, p.prefs, coalesce(o.short_name, o.name) as "organizationName",
      exists (select from security_questions q
        where q.firm_id = ${firmId} and q.population = ${population} and q.user_id = p.id) as "hasQuestion",
      exists (select from firm_configs c where c.firm_id = ${firmId} and c.key = 'loginRegSet'
        and (c.value ->> 'agreement' <> '' or c.value ->> 'privacy' <> '')
        and coalesce(c.value ->> 'agreementVersion', ${firstVersion}) is distinct from p.consent_version) as "mustConsent",
      (select count(*)::int from messages m where m.firm_id = ${firmId} and m.receiver_type = ${population}
        and m.receiver_id = p.id and m.status = 0) as unread,
      (select count(*)::int from mandates kept where kept.firm_id = ${firmId} and kept.ended_at is null
        and kept.start_at <= now() and kept.end_at > now()
        and ${population === 1 ? sql`kept.admin_id` : sql`kept.member_id`} = p.id) as mandates
    from ${table} p left join offices o on o.firm_id = p.firm_id and o.organization_id = p.organization_id
    where p.firm_id = ${firmId} and p.id = ${id}`
}

/** The signed-in person in the client's format (docs/domain.md §5). */
export const currentUserOf = async (db: Db, caller: Caller): Promise<z.input<typeof self>> => {
  const { rows } = await db.execute<Row>(currentUserQuery(caller))
  const { mobile, organizationName, hasQuestion, mustConsent, mandates, ...row } = rows[0]!
  return {
    ...row,
    id: caller.id,
    userType: caller.population,
    name: caller.name,
    mobileMasked: maskMiddle(mobile),
    auth: [...caller.roles],
    officeLevel: caller.officeLevel,
    isSystem: caller.isSystem ? 1 : 0,
    organizationId: caller.organizationId,
    organizationName: organizationName ?? '',
    firmId: caller.firmId,
    capabilities: [...caller.capabilities],
    ...(caller.standsInFor.length > 0 && { standsInFor: [...caller.standsInFor] }),
    ...(mandates > 0 && { mandates }),
    mustChangePwd: caller.mustChangePwd ? 1 : 0,
    mustSetFactor: caller.mustSetFactor ? 1 : 0,
    hasQuestion: hasQuestion && !caller.view ? 1 : 0,
    mustConsent: mustConsent && !caller.view ? 1 : 0,
    ...(caller.view && {
      view: { viewerName: caller.view.viewer.name, expireAt: caller.view.expireAt.toISOString() },
    }),
  }
}
