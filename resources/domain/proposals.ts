import { type AnyResource, type Call, type Field, kindOf } from '../kit/index.ts'

// A language model's program never changes a record: it proposes one of the declared calls, and a person decides.

/** What a proposal is about, by the name of the resource; everything else is a setting. */
export const proposalSubjects = [
  ['cards', '名片'],
  ['articles', '内容'],
  ['lawyers', '人员'],
  ['offices', '律所'],
  ['setting', '配置'],
] as const
export type ProposalSubject = (typeof proposalSubjects)[number][0]

/** Maximum length of a proposed input as JSON, in characters. */
export const mostProposedCharacters = 40_000

type Described = Pick<AnyResource, 'fields'> & { id?: string }

/** Whether everybody who sees the record sees the field whole; pictures are files, which only people choose. */
export const isProposableField = (field: Field): boolean =>
  !field.isSensitive &&
  field.readableBy === undefined &&
  field.revealedTo === undefined &&
  !field.isRevealedOnRequest &&
  !kindOf(field).isPicture

/**
 * The names of the input that a program may propose: declared fields, and which record in which version. Whatever else a call
 * takes, such as publishing at once or a reason, is for a person to decide, and the state of a record has actions of its own.
 */
export const proposableNames = ({ fields, id = '' }: Described, { input }: Call): string[] => {
  const shape: object = Object(Object(input).shape)
  return Object.keys(shape).filter(name => {
    if (name === id || name === 'version') return true
    if (name === 'status') return false
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    return field !== undefined && isProposableField(field)
  })
}
