import { rightSwitches } from '../../../resources/domain/rights.ts'
import { tokenCapabilities } from '../../../resources/domain/tokenRights.ts'
import type { Caller, FirmSwitches, ViewOfAccount } from '../../context/context.ts'
import { keysOf, fromKeys } from '../../../resources/kit/objects.ts'
import { substitutionsOf } from '../directory/substitutes.ts'
import { mayViewAs } from './mayViewAs.ts'
import { capabilitiesOf, rolesOf } from '../../../resources/domain/permissions.ts'
import type { SessionRow } from './sessionRow.ts'

/** The firm's switches as they are stored. */
export type StoredSwitches = Pick<SessionRow, 'features' | 'rights' | 'miniProgram'>

export const switchesOf = ({ features, rights, miniProgram }: StoredSwitches): FirmSwitches => ({
  features: features ?? {},
  miniProgram: miniProgram ?? {},
  rights: fromKeys(keysOf(rightSwitches), name => Boolean(rights?.[name] ?? rightSwitches[name])),
})

/** The caller of a session or token, with the firm's switches, as one statement finds them. */
export type Identified = {
  caller: Caller
  switches: FirmSwitches
  /** The host name of the call belongs to the caller's firm. */
  isAtOwnHost: boolean
  /** The caller's lists are read from the primary, even if there is a replica. */
  hasJustWritten: boolean
}

const viewOf = (row: SessionRow): ViewOfAccount | undefined =>
  row.viewerId === null
    ? undefined
    : {
        viewer: {
          id: Number(row.viewerId),
          name: row.viewerName,
          organizationId: Number(row.viewerOrganizationId),
          officeLevel: row.viewerLevel,
          sessionId: Number(row.viewerSessionId),
        },
        expireAt: new Date(row.expireAt),
      }

/** A view ends when the administrator may not look at this account any more. */
export const isPermitted = (row: SessionRow) =>
  row.viewerId === null ||
  mayViewAs(
    {
      population: 1,
      officeLevel: row.viewerLevel,
      isSystem: row.isViewerSystem,
      organizationId: Number(row.viewerOrganizationId),
    },
    { ...row, organizationId: Number(row.organizationId) },
    switchesOf(row).rights,
  )

/** The rights of the person, and of an API token those of them that were chosen for it. */
const heldCapabilities = (row: SessionRow, { rights }: FirmSwitches) => {
  const held = capabilitiesOf(row, rights)
  if (row.tokenId === null) return held
  return new Set(row.tokenCapabilities.filter(it => tokenCapabilities.includes(it) && held.has(it)))
}

const apiTokenOf = ({ tokenId, tokenName, isTokenForAgents, areAgentsAllowed, ...row }: SessionRow) =>
  ({
    id: Number(tokenId),
    name: tokenName,
    agent: isTokenForAgents ? (areAgentsAllowed ? 'allowed' : 'refused') : 'none',
    mayPropose: isTokenForAgents === 1 && row.mayTokenPropose === 1 && row.areProposalsAllowed === true,
    isForDirectory: row.isTokenForDirectory === 1,
  }) as const

export const identifiedOf = (row: SessionRow): Identified => {
  const switches = switchesOf(row)
  const view = viewOf(row)
  const isProgram = row.tokenId !== null
  return {
    switches,
    isAtOwnHost: row.hostFirmId === row.firmId,
    hasJustWritten: row.hasJustWritten,
    caller: {
      population: row.population,
      id: Number(row.userId),
      firmId: row.firmId,
      organizationId: Number(row.organizationId),
      officeLevel: row.officeLevel,
      isSystem: row.isSystem,
      name: row.name,
      roles: rolesOf(row),
      capabilities: heldCapabilities(row, switches),
      // Only the person can secure the account, who sees nothing else before.
      mustChangePwd: !view && row.mustChangePwd,
      mustSetFactor: !view && row.mustSetFactor,
      sessionId: Number(row.sessionId),
      standsInFor: isProgram ? [] : substitutionsOf(row.absentReviewers ?? [], switches.rights),
      ...(view && { view }),
      ...(isProgram && { apiToken: apiTokenOf(row) }),
    },
  }
}
