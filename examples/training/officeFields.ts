import { type AdditionalField, optional, text } from 'tenant-admin/extend'

/** The additional field of an office: the unit of the accounts to which its trainings are charged. */
export const officeFields = {
  'training:costCentre': {
    field: optional(text('成本中心', { min: 2, max: 20, hint: '培训费用计入的单位' })),
    personal: 'none',
    section: '基本信息',
    isColumn: true,
    isSortable: true,
    isFilter: true,
  },
} as const satisfies Record<string, AdditionalField>
