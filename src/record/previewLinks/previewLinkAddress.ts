import { appBase } from '../../../providers/session.ts'

/** Path of the page that a link opens, within the application. */
const previewPath = '/preview'

/**
 * Address of a link. The secret is in the fragment, which browsers send to no server, so that neither logs nor programs which
 * check links in messages have it.
 */
export const previewLinkAddress = (secret: string) => `${location.origin}${appBase}${previewPath}#${secret}`
