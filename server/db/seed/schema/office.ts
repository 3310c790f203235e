import { z } from 'zod'

import {
  dateSchema,
  emailSchema,
  fileSchema,
  flagSchema,
  httpsUrl,
  fixtureKey,
  boundedText,
} from './fields.ts'

export const officeSchema = z.strictObject({
  key: fixtureKey,
  isMain: flagSchema.default(0),
  name: boundedText(50),
  nameEn: boundedText(150).optional(),
  shortName: boundedText(20).optional(),
  creditCode: boundedText(18).optional(),
  principal: boundedText(20).optional(),
  foundedOn: dateSchema.optional(),
  /** City and province are derived from it. */
  districtCode: z
    .string()
    .regex(/^\d{6}$/)
    .default('310115'),
  address: boundedText(120).default('示例路1号'),
  addressEn: boundedText(200).optional(),
  longitude: z.number().min(73).max(136).optional(),
  latitude: z.number().min(3).max(54).optional(),
  phone: z.array(boundedText(24)).min(1).max(3).default(['021-55550000']),
  fax: boundedText(24).optional(),
  email: emailSchema.optional(),
  postcode: z
    .string()
    .regex(/^\d{6}$/)
    .optional(),
  workHours: boundedText(60).optional(),
  transport: boundedText(300).optional(),
  logo: fileSchema.optional(),
  cover: fileSchema.optional(),
  images: z
    .array(z.strictObject({ url: fileSchema, alt: boundedText(60).optional() }))
    .max(9)
    .default([]),
  intro: boundedText(20000).optional(),
  introEn: boundedText(40000).optional(),
  video: boundedText(500).optional(),
  homeUrl: httpsUrl.max(200).optional(),
  mpName: boundedText(30).optional(),
  weight: z.int().min(0).max(9999).default(0),
  showStatus: flagSchema.default(1),
  status: flagSchema.default(1),
})
