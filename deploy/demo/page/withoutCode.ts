import { z } from 'zod'

/** Keeps zod from making code of schemas, which the policy of the document forbids; before the first schema is made. */
export const checkWithoutCode = () => void z.config({ jitless: true })
