import { z } from 'zod'

import type { Call } from '../resources/kit/index.ts'

/** Whether the input of a call has a parameter of that name. */
export const hasParam = ({ input }: Pick<Call, 'input'>, name: string) =>
  input instanceof z.ZodObject && name in input.shape
