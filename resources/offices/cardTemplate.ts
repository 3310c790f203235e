import { z } from 'zod'

import { documentSchema, getCall, id, inputSchema, putCall, version } from '../kit/index.ts'
import { cardPageFields } from '../domain/cardPage.ts'
import { cardTemplateFields } from '../domain/officeTemplate.ts'

const subject = () => z.strictObject({ organizationId: id })
const template = () => documentSchema(cardTemplateFields)
const answer = () =>
  template().extend({
    name: z.string(),
    version: z.int(),
    /** Whether the firm lets offices have templates; without it a saved one is ignored. */
    isAllowed: z.literal([0, 1]),
    /** The firm's published card page, which applies where the template says nothing. */
    firm: documentSchema(cardPageFields),
  })

export const cardTemplateCalls = {
  cardTemplate: getCall('/firmOrganization/cardTemplate', 'office.view', subject, answer, {
    isAddition: true,
  }),
  saveCardTemplate: putCall(
    '/firmOrganization/cardTemplate',
    'office.edit',
    () => inputSchema(cardTemplateFields).partial().extend({ organizationId: id, version }),
    answer,
    { isAddition: true },
  ),
}
