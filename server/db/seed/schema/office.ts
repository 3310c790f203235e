import { z } from 'zod'

import { date, email, file, flag, httpsUrl, fixtureKey, text } from './fields.ts'

export const office = z.strictObject({
  key: fixtureKey,
  isMain: flag.default(0),
  name: text(50),
  nameEn: text(150).optional(),
  shortName: text(20).optional(),
  creditCode: text(18).optional(),
  principal: text(20).optional(),
  foundedOn: date.optional(),
  /** City and province follow from it. */
  districtCode: z
    .string()
    .regex(/^\d{6}$/)
    .default('310115'),
  address: text(120).default('示例路1号'),
  addressEn: text(200).optional(),
  longitude: z.number().min(73).max(136).optional(),
  latitude: z.number().min(3).max(54).optional(),
  phone: z.array(text(24)).min(1).max(3).default(['021-55550000']),
  fax: text(24).optional(),
  email: email.optional(),
  postcode: z
    .string()
    .regex(/^\d{6}$/)
    .optional(),
  workHours: text(60).optional(),
  transport: text(300).optional(),
  logo: file.optional(),
  cover: file.optional(),
  images: z
    .array(z.strictObject({ url: file, alt: text(60).optional() }))
    .max(9)
    .default([]),
  intro: text(20000).optional(),
  introEn: text(40000).optional(),
  video: text(500).optional(),
  homeUrl: httpsUrl.max(200).optional(),
  mpName: text(30).optional(),
  weight: z.int().min(0).max(9999).default(0),
  showStatus: flag.default(1),
  status: flag.default(1),
})
