import { type AdditionalField, date, optional, text } from 'tenant-admin/extend'

/** Additional fields of a person: the number in the register of the bar, and the last day on which the licence is valid. */
export const lawyerFields = {
  'training:barNumber': {
    field: optional(text('律协会员号', { min: 4, max: 20 })),
    personal: { class: 'general', purpose: '管理人员与执业' },
    section: '执业',
    isColumn: true,
    isFilter: true,
    heading: /^(律协)?会员(编)?号(码)?$/,
  },
  'training:certifiedUntil': {
    field: optional(date('培训合格证有效期')),
    personal: { class: 'general', purpose: '管理人员与执业' },
    section: '执业',
    isColumn: true,
    isSortable: true,
    isFilter: true,
    isBulkEdited: true,
    heading: /^(培训)?合格证(有效期|到期日)$/,
  },
} as const satisfies Record<string, AdditionalField>
