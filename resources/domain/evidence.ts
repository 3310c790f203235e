import { z } from 'zod'

import { date, inputSchema, sentence } from '../kit/index.ts'

// The evidence for an audit of the processing of personal information (个人信息保护合规审计管理办法, in force since
// 2025-05-01): the inventory, and one file for a period.

/** The period of an evidence pack, both days included. */
export const evidencePeriod = { from: date('开始日期'), to: date('结束日期') }

/** Input of the call that makes the evidence pack, which takes at most 366 days. */
export const evidenceInput = () => inputSchema(evidencePeriod)

/** 一般个人信息, 敏感个人信息, or neither. */
const informationClass = z.enum(['general', 'sensitive', 'none'])
/** How far a level of callers reaches. */
const holder = z.object({
  level: z.enum(['L1', 'L2', 'L3', 'L4', 'lawyer', 'system']),
  scope: z.enum(['all', 'office', 'own', 'self']),
})

/** The inventory of personal information. Labels of resources and fields are in their declarations. */
export const inventoryAnswer = () =>
  z.object({
    resources: z.array(
      z.object({
        resource: z.string(),
        read: z.array(holder),
        groups: z.array(
          z.object({ class: informationClass, purpose: sentence(), fields: z.array(z.string()) }),
        ),
        /** Fields that not everybody who reads the record may read, or read whole. */
        restricted: z.array(
          z.object({
            field: z.string(),
            read: z.array(holder),
            whole: z.array(holder),
            /** 1 if each look at the whole value is logged. */
            isLogged: z.literal([0, 1]),
          }),
        ),
      }),
    ),
    /** What is stored, and for how long. */
    kept: z.array(
      z.object({
        what: sentence(),
        class: informationClass,
        purpose: sentence(),
        retention: sentence(),
      }),
    ),
  })
