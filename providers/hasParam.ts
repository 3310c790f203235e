import { z } from 'zod'

import type { Call } from '../resources/kit/index.ts'

/** Whether a call's input has a value of that name. */
export const hasParam = ({ input }: Pick<Call, 'input'>, name: string) =>
  input instanceof z.ZodObject && name in input.shape
