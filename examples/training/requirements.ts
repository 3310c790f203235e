import { defineSetting, integer, logModuleOf, optional, text } from 'tenant-admin/extend'

const fields = {
  hoursPerYear: integer('每年最低学时', { min: 0, max: 200 }),
  contact: optional(text('培训联系人', { max: 30 })),
}

/** 培训要求: what the firm asks of each lawyer. */
export const requirements = defineSetting({
  name: 'training:requirements',
  label: '培训要求',
  path: '/x/training/requirements',
  route: {
    path: '/app/x/training/requirements',
    title: '培训要求',
    roles: ['admin'],
    capability: 'training:view',
    menu: 'lawyer.training:requirements',
  },
  view: 'training:view',
  edit: 'training:edit',
  logModule: logModuleOf('training'),
  fields,
  form: { 培训要求: ['hoursPerYear', 'contact'] },
  explanation: ['学时按培训记录合计，供年度考核参考。'],
  initial: { hoursPerYear: 40 },
  isAddition: true,
})
