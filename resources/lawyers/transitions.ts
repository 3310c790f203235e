import { allowFor, type Transitions } from '../domain/transitions.ts'
import { keysOf } from '../kit/objects.ts'

// The states of a person, and of a request to transfer one (docs/domain.md §4).

export const personStates = {
  applied: 0,
  active: 1,
  refused: 2,
  disabled: 3,
  left: 4,
  removed: null,
} as const
export type PersonState = keyof typeof personStates
type Status = NonNullable<(typeof personStates)[PersonState]>

/** The state of a person who is not in the recycle bin. */
export const personStateOf = (status: number): PersonState =>
  keysOf(personStates).find(name => personStates[name] === status) ?? 'applied'

/** An administrator whose right covers the person, or the person himself. */
type PersonCaller = 'administrator' | 'himself'
type PersonAction =
  | 'edit'
  | 'pass'
  | 'refuse'
  | 'disable'
  | 'enable'
  | 'leave'
  | 'comeBack'
  | 'transfer'
  | 'requestTransfer'
  | 'resetPassword'
  | 'remove'
  | 'restore'
  | 'purge'

const byAdministrator = allowFor('administrator')

export const personTransitions: Transitions<PersonAction, PersonState, PersonCaller> = {
  edit: {
    applied: byAdministrator('applied'),
    active: allowFor('administrator', 'himself')('active'),
    refused: byAdministrator('refused'),
    disabled: byAdministrator('disabled'),
    left: byAdministrator('left'),
  },
  pass: { applied: byAdministrator('active'), refused: byAdministrator('active') },
  refuse: { applied: byAdministrator('refused') },
  disable: { active: byAdministrator('disabled') },
  enable: { disabled: byAdministrator('active') },
  leave: { active: byAdministrator('left'), disabled: byAdministrator('left') },
  comeBack: { left: byAdministrator('active') },
  /** An applicant belongs to no office yet, so a transfer is only a correction. */
  transfer: {
    applied: byAdministrator('applied'),
    active: byAdministrator('active'),
    refused: byAdministrator('refused'),
    disabled: byAdministrator('disabled'),
  },
  requestTransfer: { active: byAdministrator('active'), disabled: byAdministrator('disabled') },
  resetPassword: { active: byAdministrator('active') },
  remove: {
    applied: byAdministrator('removed'),
    active: byAdministrator('removed'),
    refused: byAdministrator('removed'),
    disabled: byAdministrator('removed'),
    left: byAdministrator('removed'),
  },
  /** A restored person returns to the state before removal; `active` represents it in this table. */
  restore: { removed: byAdministrator('active') },
  purge: { removed: byAdministrator('gone') },
}

export const isPersonAction = (action: PersonAction, status: number) =>
  personStateOf(status) in personTransitions[action]

/** The statuses in which an action is allowed. */
export const statusesFor = (action: PersonAction): Status[] =>
  keysOf(personStates).flatMap(state =>
    state in personTransitions[action] ? (personStates[state] ?? []) : [],
  )
const updateActions = ['disable', 'enable', 'leave', 'comeBack'] as const
export const statusesAfter = (status: number): Status[] =>
  updateActions.flatMap(action => {
    const next = personTransitions[action][personStateOf(status)]?.administrator
    return (next && next !== 'gone' ? personStates[next] : null) ?? []
  })

export const transferStates = { open: 0, agreed: 1, refused: 2, withdrawn: 3 } as const
export type TransferState = keyof typeof transferStates
type TransferCaller = 'mainOffice' | 'branch'

/** The main office decides; the branch office that asked may withdraw the request. */
export const transferTransitions: Transitions<
  'agree' | 'refuse' | 'withdraw',
  TransferState,
  TransferCaller
> = {
  agree: { open: allowFor('mainOffice')('agreed') },
  refuse: { open: allowFor('mainOffice')('refused') },
  withdraw: { open: allowFor('branch')('withdrawn') },
}

export const isTransferAction = (action: keyof typeof transferTransitions, status: number) =>
  keysOf(transferStates).some(
    state => transferStates[state] === status && state in transferTransitions[action],
  )
