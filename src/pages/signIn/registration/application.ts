import { isPlain } from '../../../../resources/kit/objects.ts'

/** What an applicant writes of himself, as it stands in the controls. */
const names = ['name', 'organizationId', 'personType', 'licenseNumber', 'email', 'inviteCode'] as const
export type ApplicationField = (typeof names)[number]
export type Application = Record<ApplicationField, string>

/** With the proof of the mobile. Never the password. */
export type Progress = { mobile: string; ticket: string; application: Application }

/** From an answer or from what was kept; what is not there is empty. */
export const applicationOf = (value: unknown): Application => {
  const textOf = (name: string) => {
    const given = isPlain(value) ? value[name] : undefined
    return typeof given === 'string' || typeof given === 'number' ? String(given) : ''
  }
  const [name, organizationId, personType, licenseNumber, email, inviteCode] = names.map(textOf)
  return {
    name: name ?? '',
    organizationId: organizationId ?? '',
    personType: personType ?? '',
    licenseNumber: licenseNumber ?? '',
    email: email ?? '',
    inviteCode: inviteCode ?? '',
  }
}

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
    if (!isPlain(kept)) return null
    const { mobile, ticket, application } = kept
    if (typeof mobile !== 'string' || typeof ticket !== 'string') return null
    return { mobile, ticket, application: applicationOf(application) }
  } catch {
    return null
  }
}

export const forgetProgress = () => sessionStorage.removeItem(key)
