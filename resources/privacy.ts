import { emptyInput, fileAnswer, postCall } from './kit/index.ts'

const calls = {
  /** Everything that the product keeps about the caller, as JSON files with the uploads, in one ZIP file. */
  archive: postCall(
    '/privacy/archive',
    'self',
    () => emptyInput,
    () => fileAnswer,
    { isAddition: true, inView: 'closed', feature: 'user.account.settings' },
  ),
}

/** What a person may demand about the own data (个人信息保护法 44–47). */
export const privacy = { name: 'privacy', calls }
