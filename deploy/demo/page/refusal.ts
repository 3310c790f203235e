import type { Code, FieldErrors } from '../../../resources/domain/codes.ts'
import { codes } from '../../../resources/domain/codes.ts'

/** A call that the demo does not make, with the code and the sentence of its answer. */
export class Refusal extends Error {
  readonly code: Code
  readonly data: { errors?: FieldErrors }
  constructor(code: Code, message: string = codes[code], data: { errors?: FieldErrors } = {}) {
    super(message)
    this.code = code
    this.data = data
  }
}

type Issue = { code: string; path: readonly PropertyKey[]; message: string; keys?: readonly string[] }

/** A path as `education[1].school`. */
const nameOf = (path: readonly PropertyKey[]) =>
  path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    return text === '' ? String(part) : `${text}.${String(part)}`
  }, '')

/** 4220 with the message of each wrong field, as the server answers it. */
export const refusalOf = ({ issues }: { issues: readonly Issue[] }) =>
  new Refusal('4220', codes['4220'], {
    errors: Object.fromEntries(
      issues.toReversed().map(({ path, message, keys }) => [nameOf(keys ?? path), message]),
    ),
  })
