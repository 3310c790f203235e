import { defineExtension, inventory } from 'tenant-admin/extend'

import { lawyerFields } from './lawyerFields.ts'
import { officeFields } from './officeFields.ts'
import { requirements } from './requirements.ts'
import { trainings } from './trainings.ts'

/** 培训记录: the training that each lawyer attended, and the hours that count for the annual assessment. */
export default defineExtension({
  surface: '1.0',
  name: 'training',
  label: '培训',
  resources: [trainings, requirements],
  inventory: {
    'training:records': inventory(trainings, {
      general: {
        管理人员与执业: ['lawyerId', 'hours', 'attendedOn', 'remark'],
        记录谁在何时办理: ['createdBy', 'updatedBy'],
      },
      none: ['id', 'title', 'startsAt', 'kind', 'createdAt', 'updatedAt'],
    }),
    'training:requirements': inventory(requirements, {
      general: { 联系和通知: ['contact'] },
      none: ['hoursPerYear'],
    }),
  },
  fields: { lawyers: lawyerFields, offices: officeFields },
  rights: {
    'training:view': {
      label: '查看培训记录',
      grants: { L1: 'all', L2: 'all', L3: 'all', L4: 'all', system: 'all' },
    },
    'training:edit': { label: '维护培训记录', grants: { L1: 'all', L2: 'all' } },
  },
  menu: {
    'lawyer.training:records': { label: '培训记录', icon: 'check', role: 'admin' },
    'lawyer.training:overview': { label: '培训一览', icon: 'logs', role: 'admin' },
    'lawyer.training:requirements': { label: '培训要求', icon: 'settings', role: 'admin' },
  },
  pages: { 'training:overview': () => import('./TrainingOverview.tsx') },
})
