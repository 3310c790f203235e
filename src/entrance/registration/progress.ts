import { applicantFields } from '../../../resources/domain/applicant.ts'
import { fromKeys, isPlainObject, keysOf } from '../../../resources/kit/objects.ts'

/** What an applicant has written, as the fields of the form hold it. */
export type Application = Record<keyof typeof applicantFields, string | number | null>

/** With the proof of the mobile. Never the password. */
export type Progress = { mobile: string; ticket: string; application: Application }

/** From an answer or from what was kept; what is not there is empty. */
export const applicationOf = (value: unknown): Application =>
  fromKeys(keysOf(applicantFields), name => {
    const given = isPlainObject(value) ? value[name] : undefined
    return typeof given === 'string' || typeof given === 'number' ? given : null
  })

const key = 'tenant-admin:registration'

/** A phone forgets a page while its user looks for the licence in another application; this tab remembers. */
export const keepProgress = (progress: Progress) => {
  try {
    sessionStorage.setItem(key, JSON.stringify(progress))
  } catch {
    // A full or forbidden storage loses what was typed, never the registration.
  }
}

export const readProgress = (): Progress | null => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (!isPlainObject(kept)) return null
    const { mobile, ticket, application } = kept
    if (typeof mobile !== 'string' || typeof ticket !== 'string') return null
    return { mobile, ticket, application: applicationOf(application) }
  } catch {
    return null
  }
}

export const forgetProgress = () => sessionStorage.removeItem(key)
