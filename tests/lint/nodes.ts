/** A node of the syntax tree, as the linter gives it to the rules of this project. */
export type Node = { type: string; [key: string]: unknown }
export type Context = { report: (problem: { node: Node; message: string }) => void }

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value
