// Part of the sign-in page: neither react-admin nor the declarations may be imported here.

const returnKey = 'tenant-admin:sign-on-return'

/** Keeps what an identity provider added to the address; true if it did, so that `#sso` completes the sign-in. */
export const keepSignOnReturn = (search: string) => {
  if (!search.includes('state=')) return false
  sessionStorage.setItem(returnKey, search)
  return true
}

/** Takes what was kept; each code of a provider is valid once. */
export const takeSignOnReturn = () => {
  const search = sessionStorage.getItem(returnKey)
  sessionStorage.removeItem(returnKey)
  return search === null ? null : new URLSearchParams(search)
}
