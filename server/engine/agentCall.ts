/** A property of the environment of a request, which nothing that arrives by the network can set. */
const byAgent = Symbol('byAgent')

/** The environment of a request that is made in the process for a language model's program. */
export const asAgentCall = (env: unknown): object => ({ ...Object(env), [byAgent]: true })

/** Whether a request was made in the process for a language model's program. */
export const isAgentCall = ({ env }: { env: unknown }): boolean => Object(env)[byAgent] === true
