/** Whether the browser can use passkeys on this page: it must be encrypted or local, and not at a bare IP address. */
export const supportsPasskeys = () => 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname)
