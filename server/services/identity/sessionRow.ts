import type { Capability, RightSwitches } from '../../../resources/domain/rights.ts'
import type { OfficeLevel, Population } from '../../../resources/domain/role.ts'
import { anyHost } from './hosts.ts'
import { type AbsentReviewer, isSubstitute } from '../directory/substitutes.ts'

/**
 * How long a person who has written or signed in reads from the primary: 5 s, for which a total of the
 * replica is cached, and more than the second by which the replica may be behind.
 */
const ownWritesInterval = '7 seconds'

/** A session with its person and the firm's switches, as the statements below answer it. */
export type SessionRow = {
  sessionId: number
  firmId: number
  population: Population
  userId: number
  createdAt: Date
  lastAt: Date
  expireAt: Date
  hasJustWritten: boolean
  name: string
  organizationId: number
  officeLevel: OfficeLevel | null
  isSystem: boolean
  canAudit: boolean
  canExport: boolean
  mustChangePwd: boolean
  mustSetFactor: boolean
  isRemembered: boolean
  idleMinutes: unknown
  features: Record<string, boolean | 0 | 1> | null
  rights: Partial<Record<keyof RightSwitches, 0 | 1 | boolean>> | null
  miniProgram: Record<string, boolean | 0 | 1> | null
  isSuspended: boolean
  viewerId: number | null
  viewerSessionId: number | null
  /** This and the following three are answered for a view only. */
  viewerName: string
  viewerOrganizationId: number
  viewerLevel: OfficeLevel
  isViewerSystem: boolean
  isSubstitute: boolean
  /** Read by a statement of its own, and only for a substitute. */
  absentReviewers?: AbsentReviewer[]
  /** Set for an API token. */
  tokenId: number | null
  tokenName: string
  tokenCapabilities: Capability[]
  tokenUsedAt: Date | null
  isTokenForAgents: 0 | 1
  mayTokenPropose: 0 | 1
  isTokenForDirectory: 0 | 1
  /** The firm's setting 智能体接入. */
  areAgentsAllowed: boolean | null
  areProposalsAllowed: boolean | null
  /** The firm that the host name of the call belongs to; null where it belongs to no particular firm. */
  hostFirmId: number | null
}

/** What a look-up answers and asks besides the session and its person. */
type Further = { columns: string; joins: string; condition: string }

/** A view lasts as long as the session of the administrator who has opened it. */
const ofView: Further = {
  columns: `v.name as "viewerName", v.organization_id as "viewerOrganizationId", v.office_level as "viewerLevel",
    v.is_system = 1 as "isViewerSystem",`,
  joins: 'join admins v on v.firm_id = $4 and v.id = s.viewer_id and v.status = 1 and v.deleted_at is null',
  condition: `exists (select from sessions own where own.firm_id = $4 and own.population = 1 and own.user_id = v.id
    and own.id = s.viewer_session_id and own.expire_at > $2)`,
}
const ofPerson: Further = { columns: '', joins: '', condition: 's.viewer_id is null' }

/**
 * One prepared statement for session, person and the firm's switches, because every call pays for it; what few of them need
 * is left to other statements, since a database that is spread over several servers plans it anew each time. Each table is
 * compared with the firm of the token, `$4`.
 */
const lookUp = (
  name: string,
  source: string,
  condition: string,
  { ofToken = 'null as "tokenId"', further = ofPerson } = {},
) => ({
  name,
  text: `
  select ${ofToken}, s.id::int8 as "sessionId", s.firm_id as "firmId", s.population, s.user_id as "userId", s.created_at as "createdAt",
    s.last_at as "lastAt", s.expire_at as "expireAt",
    s.last_write_at > now() - interval '${ownWritesInterval}' as "hasJustWritten", s.is_remembered as "isRemembered",
    coalesce(a.name, l.name) as name, coalesce(a.organization_id, l.organization_id) as "organizationId",
    a.office_level as "officeLevel", coalesce(a.is_system, 0) = 1 as "isSystem",
    coalesce(a.can_audit, 0) = 1 as "canAudit", coalesce(a.can_export, 0) = 1 as "canExport",
    coalesce(a.must_change_pwd, l.must_change_pwd) = 1 as "mustChangePwd",
    f.app_conf_set -> 'adminFuncSwitch' -> 'global' as features,
    f.app_conf_set -> 'mpFuncSwitch' -> 'global' as "miniProgram",
    configs.stored -> 'cardReview' as rights,
    configs.stored -> 'loginRegSet' -> 'idleMinutes' as "idleMinutes",
    case when configs.stored -> 'loginRegSet' -> 'factorLevels' @> to_jsonb(coalesce(a.office_level, 0))
      then not exists (select from second_factors x where x.firm_id = $4 and x.population = s.population
        and x.user_id = s.user_id and x.confirmed_at is not null)
        and not exists (select from passkeys k where k.firm_id = $4 and k.population = s.population
          and k.user_id = s.user_id)
      else false end as "mustSetFactor",
    f.suspended_at is not null as "isSuspended",
    s.viewer_id as "viewerId", s.viewer_session_id as "viewerSessionId", ${further.columns}
    coalesce(a.is_system = 0 and ${isSubstitute('$4', 's.user_id', '$2')}, false) as "isSubstitute",
    (select h.firm_id from hosts h where h.name in ($3, '${anyHost}') order by h.name = '${anyHost}' limit 1) as "hostFirmId"
  from ${source} s
  join firms f on f.firm_id = $4
  left join (select jsonb_object_agg(c.key, c.value) as stored from firm_configs c
    where c.firm_id = $4 and c.key in ('cardReview', 'loginRegSet', 'agents')) configs on true
  left join admins a on s.population = 1 and a.firm_id = $4 and a.id = s.user_id and a.status = 1 and a.deleted_at is null
  left join lawyers l on s.population = 2 and l.firm_id = $4 and l.id = s.user_id and l.status = 1 and l.deleted_at is null
  ${further.joins}
  where ${condition} and s.expire_at > $2
    and coalesce(a.id, l.id) is not null
    and ${further.condition}`,
})
export const byTokenStatement = lookUp(
  'session_by_token_hash',
  'sessions',
  's.firm_id = $4 and s.token_hash = $1',
)
export const byViewTokenStatement = lookUp(
  'session_by_view_token_hash',
  'sessions',
  's.firm_id = $4 and s.token_hash = $1',
  { further: ofView },
)
export const byIdStatement = lookUp('session_by_id', 'sessions', 's.firm_id = $4 and s.id = $1')
/** An API token in the form of a session, which is never idle and reads from the primary. */
export const byApiTokenStatement = lookUp(
  'session_by_api_token_hash',
  `(select 0::int8 as id, firm_id, 1 as population, admin_id as user_id, created_at, $2::timestamptz as last_at, expire_at,
    now() as last_write_at, true as is_remembered, null::int8 as viewer_id, null::int8 as viewer_session_id, token_hash,
    id as token_id, name as token_name, capabilities, last_used_at, is_for_agents, may_propose, is_for_directory
    from api_tokens where revoked_at is null)`,
  's.firm_id = $4 and s.token_hash = $1',
  {
    ofToken: `s.token_id as "tokenId", s.token_name as "tokenName", s.capabilities as "tokenCapabilities",
    s.last_used_at as "tokenUsedAt", s.is_for_agents as "isTokenForAgents",
    s.may_propose as "mayTokenPropose", s.is_for_directory as "isTokenForDirectory", configs.stored -> 'agents' -> 'isOpen' = '1' as "areAgentsAllowed",
    configs.stored -> 'agents' -> 'mayPropose' = '1' as "areProposalsAllowed"`,
  },
)
/**
 * A person whose session may have ended, in the form of a session. OFFSET keeps the planner from seeing that the population
 * is a constant: Citus would then take the firm of the other population's table for unknown.
 */
export const byPersonStatement = lookUp(
  'session_by_person',
  `(select 0::int8 as id, $4::int4 as firm_id, $5::int4 as population, $1::int8 as user_id, $2::timestamptz as created_at,
    $2::timestamptz as last_at, 'infinity'::timestamptz as expire_at, null::timestamptz as last_write_at,
    true as is_remembered, null::int8 as viewer_id, null::int8 as viewer_session_id offset 0)`,
  'true',
)
