import { hostNameOf } from '../services/identity/hosts.ts'
import { addHost, findFirm, type FirmOverview, listFirms, removeHost } from '../services/operation/firms.ts'
import { setSuspended } from '../services/operation/suspension.ts'
import type { Database } from '../db/connection/open.ts'
import { type Command, UsageError, withDatabase } from './command.ts'

/** The existing firm with this number. */
export const findFirmByNumber = async (database: Database, text: string): Promise<FirmOverview> => {
  const firm = /^[1-9]\d{0,8}$/.test(text) ? await findFirm(database, Number(text)) : null
  if (!firm) throw new UsageError(`没有编号为 ${text} 的律所 (no such firm; see list-firms)`)
  return firm
}

/** The number of an existing firm. */
export const requireFirmId = async (database: Database, text: string): Promise<number> =>
  (await findFirmByNumber(database, text)).firmId

const stateOf = ({ suspendedAt, deletionStartedAt }: FirmOverview) => {
  if (deletionStartedAt) return `正在删除 (being deleted) ${deletionStartedAt.toISOString()}`
  return suspendedAt ? `已暂停 (suspended) ${suspendedAt.toISOString()}` : '正常 (active)'
}

/** A host name normalized as browsers send it, or `*` for all names without an entry of their own. */
export const requireHostName = (text: string): string => {
  const name = text === '*' ? text : hostNameOf(text)
  if (name === '') throw new UsageError(`${text} 不是域名 (not a host name)`)
  return name
}

export const assignHost = async (database: Database, firmId: number, name: string): Promise<void> => {
  const owner = await database.write(firmId, db => addHost(db, firmId, name))
  if (owner !== null && owner !== firmId)
    throw new UsageError(`${name} 已属于律所 ${owner} (it is assigned to another firm already)`)
}

export const listFirmsCommand: Command = {
  takes: '',
  does: '列出所有律所 (list the firms: number, state, people, host names)',
  run: tools =>
    withDatabase(tools, async database => {
      for (const firm of await listFirms(database)) {
        const { firmId, name, hosts, people } = firm
        const state = stateOf(firm)
        tools.print(`${firmId}\t${name}\t${state}\t${people}人 (people)\t${hosts.join(' ') || '-'}`)
      }
    }),
}

export const addHostCommand: Command = {
  takes: '<律所编号> <域名>',
  does: '让域名通向这家律所，* 为其余所有域名 (assign a host name to a firm; * for all others)',
  run: (tools, firm = '', host = '') =>
    withDatabase(tools, async database => {
      const name = requireHostName(host)
      const firmId = await requireFirmId(database, firm)
      await assignHost(database, firmId, name)
      tools.print(`${name} → ${firmId}`)
    }),
}

export const removeHostCommand: Command = {
  takes: '<域名>',
  does: '移除域名 (remove a host name)',
  run: (tools, host = '') =>
    withDatabase(tools, async database => {
      const name = requireHostName(host)
      if (!(await database.write(null, db => removeHost(db, name))))
        throw new UsageError(`没有域名 ${name} (no such host name)`)
      tools.print(`已移除 (removed): ${name}`)
    }),
}

const suspensionCommand =
  (isSuspending: boolean): Command['run'] =>
  (tools, firm = '') =>
    withDatabase(tools, async database => {
      const firmId = await requireFirmId(database, firm)
      const suspendedAt = isSuspending ? new Date() : null
      if (!(await database.write(firmId, db => setSuspended(db, firmId, suspendedAt))))
        throw new UsageError(
          isSuspending
            ? '该律所已暂停 (suspended already)'
            : '该律所并未暂停，或正在删除 (not suspended, or being deleted)',
        )
      tools.print(`${isSuspending ? '已暂停 (suspended)' : '已恢复 (resumed)'}: ${firmId}`)
    })

export const suspendFirmCommand: Command = {
  takes: '<律所编号>',
  does: '暂停律所的服务，数据保留 (suspend a firm: nobody can sign in, its jobs are paused, nothing is lost)',
  run: suspensionCommand(true),
}

export const resumeFirmCommand: Command = {
  takes: '<律所编号>',
  does: '恢复律所的服务 (end the suspension of a firm)',
  run: suspensionCommand(false),
}
