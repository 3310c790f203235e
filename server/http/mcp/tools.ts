import { z } from 'zod'

import { isSwitchedOn } from '../../../resources/domain/permissions.ts'
import { proposableNames } from '../../../resources/domain/proposals.ts'
import { rightLabel } from '../../../resources/domain/rightLabels.ts'
import { type AnyResource, type Call, fileAnswer } from '../../../resources/kit/index.ts'
import type { BoundCall } from '../../context/checks.ts'
import { scopeOfCaller } from '../../context/readable.ts'
import { isForAgents, isForProposals } from '../../engine/program.ts'
import type { Identified } from '../../services/identity/identified.ts'

/** A call that a language model's program may make, as the Model Context Protocol describes it. */
export type AgentTool = {
  name: string
  title: string
  description: string
  inputSchema: { type: 'object' } & Record<string, unknown>
  annotations: { readOnlyHint: boolean; destructiveHint?: false; openWorldHint: false }
  bound: BoundCall
  /** Set for a call that the program can only propose. */
  isProposal?: true
}

type Described = Pick<AnyResource, 'label' | 'name' | 'fields'> & {
  id?: string
  crud?: { one?: string; create?: string }
}

/** The protocol allows letters, digits, underscores and hyphens in the name of a tool. */
const toolName = (name: string) => name.replaceAll(/[^\w-]/g, '_')

/** What a tool is called, and what it answers, as sentences that can be translated. */
const wordsFor = ({ label, crud, name: resourceName }: Described, { name, call }: BoundCall) => {
  const key = name.slice(resourceName.length + 1)
  const right = isForAgents(call) ? rightLabel(call.who) : ''
  if (call.filters) {
    const title = `${label}列表`
    return { title, description: `${title}：一页记录和总数，可以查找、筛选、排序。权限：${right}` }
  }
  const title = key === crud?.one ? label : `${label} ${key}`
  return {
    title,
    description:
      key === crud?.one
        ? `${title}：一条记录的全部资料。权限：${right}`
        : `${title}：其他资料。权限：${right}`,
  }
}

/** The schema of the input, in which fields and filters have their labels as titles. */
const inputSchemaOf = ({ fields }: Described, { input, filters = {} }: Call): AgentTool['inputSchema'] => {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const title = filters[name]?.field.label ?? fields[name]?.label
    return [name, title !== undefined && typeof property === 'object' ? { title, ...property } : property]
  })
  return { ...schema, type: 'object', properties: Object.fromEntries(properties) }
}

/** A call that writes, as a tool by which a program proposes it. */
const proposingToolOf = (resource: Described, bound: BoundCall): AgentTool => {
  const { call, name } = bound
  const { label, crud } = resource
  const key = name.slice(resource.name.length + 1)
  const { properties = {}, required, ...schema } = inputSchemaOf(resource, call)
  const names = proposableNames(resource, call)
  const isOffered = (property: string) => names.includes(property)
  const title = key === crud?.create ? `建议新增${label}` : `建议修改${label}`
  const right = isForProposals(call) ? rightLabel(call.who) : ''
  return {
    name: toolName(name),
    title,
    description: `${title}：只提交建议，不改变任何资料；令牌所有者以外的人在审核台批准后才生效。权限：${right}`,
    inputSchema: {
      ...schema,
      properties: Object.fromEntries(
        Object.entries(Object(properties)).filter(([property]) => isOffered(property)),
      ),
      ...(Array.isArray(required) && { required: required.filter(isOffered) }),
    },
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    bound,
    isProposal: true,
  }
}

const toolOf = (resource: Described, bound: BoundCall): AgentTool => {
  const { call, name } = bound
  return {
    name: toolName(name),
    ...wordsFor(resource, bound),
    inputSchema: inputSchemaOf(resource, call),
    annotations: { readOnlyHint: true, openWorldHint: false },
    bound,
  }
}

/**
 * Every call that some agent may make or propose, in the order of the calls. A model reads rows and records, and no files; its
 * proposals are approved in one transaction, so that calls which open transactions of their own are not offered.
 */
export const agentToolsOf = (
  bounds: readonly BoundCall[],
  resources: readonly Described[],
): readonly AgentTool[] => {
  const named = new Map(resources.map(it => [it.name, it]))
  return bounds
    .filter(({ call }) => call.output !== fileAnswer)
    .flatMap(bound => {
      const resource = named.get(bound.name.slice(0, bound.name.lastIndexOf('.')))
      if (!resource) return []
      if (isForAgents(bound.call)) return [toolOf(resource, bound)]
      return isForProposals(bound.call) && !bound.isOutside ? [proposingToolOf(resource, bound)] : []
    })
}

/** Whether the caller may make the call at present; the call itself decides again. */
export const mayUse = ({ caller, switches }: Identified, { bound, isProposal }: AgentTool): boolean => {
  const { who, needs } = bound.call
  return (
    (!isProposal || caller.apiToken?.mayPropose === true) &&
    scopeOfCaller({ caller, switches }, who) !== null &&
    (!needs || scopeOfCaller({ caller, switches }, needs) !== null) &&
    isSwitchedOn(bound.call, bound.feature, caller.population, switches.features)
  )
}
