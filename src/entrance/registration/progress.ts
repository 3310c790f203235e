import { applicantFields } from '../../../resources/domain/applicant.ts'
import { fromKeys, isPlainObject, keysOf } from '../../../resources/kit/objects.ts'

/** Values of the application form. */
export type Application = Record<keyof typeof applicantFields, string | number | null>

/** State of an unfinished registration, with the proof of the mobile number. Must not contain the password. */
export type RegistrationProgress = { mobile: string; ticket: string; application: Application }

/** Reads an application from an answer or from storage; missing values are null. */
export const parseApplication = (value: unknown): Application =>
  fromKeys(keysOf(applicantFields), name => {
    const entry = isPlainObject(value) ? value[name] : undefined
    return typeof entry === 'string' || typeof entry === 'number' ? entry : null
  })

const storageKey = 'tenant-admin:registration'

/**
 * Stores the progress in this tab, because phones may unload the page while the user looks up data in another app.
 */
export const storeProgress = (progress: RegistrationProgress) => {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(progress))
  } catch {
    // Without storage only the typed values are lost on a reload.
  }
}

export const readProgress = (): RegistrationProgress | null => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
    if (!isPlainObject(stored)) return null
    const { mobile, ticket, application } = stored
    if (typeof mobile !== 'string' || typeof ticket !== 'string') return null
    return { mobile, ticket, application: parseApplication(application) }
  } catch {
    return null
  }
}

export const forgetProgress = () => sessionStorage.removeItem(storageKey)
