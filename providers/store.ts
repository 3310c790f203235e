import { localStorageStore } from 'ra-core'

import type { UserInfo } from './session.ts'

/** What one user has set on this computer: columns, page sizes, density. The dot keeps user 1 apart from user 10. */
export const storeOf = ({ userType, id }: Pick<UserInfo, 'userType' | 'id'>) =>
  localStorageStore('1', `tenant-admin.${userType}-${id}.`)
