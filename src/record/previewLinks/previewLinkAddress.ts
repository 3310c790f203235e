import { appBase } from '../../../providers/session.ts'
import { previewPath } from '../../../resources/domain/previewPath.ts'

/**
 * Address of a link. The secret is in the fragment, which browsers send to no server, so that neither logs nor programs which
 * check links in messages have it.
 */
export const previewLinkAddress = (secret: string) => `${location.origin}${appBase}${previewPath}#${secret}`
