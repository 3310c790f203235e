import type { Shape } from './request.ts'

/**
 * The calls made before the declarations have arrived: by the sign-in page, and beside the loading of the application's
 * code. They repeat what resources/ declares, which would bring its schemas along; a test compares the two.
 */
export const early = {
  adminLogin: { method: 'POST', path: '/auth/firmAccessUserLogin', encoding: 'form' },
  lawyerLogin: { method: 'POST', path: '/auth/lawyerLogin', encoding: 'json' },
  logout: { method: 'POST', path: '/auth/logout', encoding: 'json' },
  captcha: { method: 'GET', path: '/auth/code', encoding: 'json' },
  self: { method: 'GET', path: '/auth/self', encoding: 'json' },
  appConf: { method: 'GET', path: '/firm/appconf', encoding: 'json' },
} as const satisfies Record<string, Shape>
