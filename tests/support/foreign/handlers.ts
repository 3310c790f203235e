import { http, type HttpHandler } from 'msw'

import { specificationCalls } from '../../contract/specificationCalls.ts'
import { answers, people, token } from './answers.ts'
import type { Style } from './styles.ts'

export type Person = keyof typeof people

const personOf = (request: Request): Person =>
  request.headers.get('Token') === `${token}-lawyer` ? 'lawyer' : 'admin'

const logins: Readonly<Record<string, Person>> = {
  'POST /auth/firmAccessUserLogin': 'admin',
  'POST /auth/lawyerLogin': 'lawyer',
}

/** Paths with more fixed parts come first: `/article/getList` before `/article/{articleId}`. */
const byPath = [...specificationCalls].sort(
  ([a], [b]) => a.split('{').length - b.split('{').length || b.length - a.length,
)

/**
 * A back-end that serves only section 7 of the specification, in one style; `asked` is called with every
 * other request.
 */
export const foreignBackend = (style: Style, asked: (row: string) => void = () => {}): HttpHandler[] => [
  ...byPath.map(([row]) => {
    const [method, path] = row.split(' ') as [string, string]
    const pattern = `*/api${path.replace(/\?.*/, '').replaceAll(/\{(\w+)\}/g, ':$1')}`
    const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'
    return http[verb](pattern, ({ request }) => {
      const login = logins[row]
      if (login) return style.wrap(style.session(login))
      if (row === 'GET /auth/self') return style.wrap(style.self(personOf(request)))
      return style.answer(answers[row], row)
    })
  }),
  http.all('*/api/*', ({ request }) => {
    asked(`${request.method} ${new URL(request.url).pathname.replace('/api', '')}`)
    return style.unknown()
  }),
]
