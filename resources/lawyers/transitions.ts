import { leadingTo, type Transitions } from '../domain/transitions.ts'
import { keysOf } from '../kit/objects.ts'

// The states of a person and of a request to transfer one (domain.md §4).

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

/** A row that is not in the bin. */
export const personStateOf = (status: number): PersonState =>
  keysOf(personStates).find(name => personStates[name] === status) ?? 'applied'

/** Whoever the right to the call reaches, and the person himself. */
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

const by = leadingTo('administrator')

export const personTransitions: Transitions<PersonAction, PersonState, PersonCaller> = {
  edit: {
    applied: by('applied'),
    active: leadingTo('administrator', 'himself')('active'),
    refused: by('refused'),
    disabled: by('disabled'),
    left: by('left'),
  },
  pass: { applied: by('active'), refused: by('active') },
  refuse: { applied: by('refused') },
  disable: { active: by('disabled') },
  enable: { disabled: by('active') },
  leave: { active: by('left'), disabled: by('left') },
  comeBack: { left: by('active') },
  /** Of an applicant, who belongs to no office yet, a correction. */
  transfer: {
    applied: by('applied'),
    active: by('active'),
    refused: by('refused'),
    disabled: by('disabled'),
  },
  requestTransfer: { active: by('active'), disabled: by('disabled') },
  resetPassword: { active: by('active') },
  remove: {
    applied: by('removed'),
    active: by('removed'),
    refused: by('removed'),
    disabled: by('removed'),
    left: by('removed'),
  },
  /** Back to what he was. */
  restore: { removed: by('active') },
  purge: { removed: by('gone') },
}

export const isPersonAction = (action: PersonAction, status: number) =>
  personStateOf(status) in personTransitions[action]

/** The statuses that an action may come from, and that a status may be changed to by an update of the record. */
export const statusesFor = (action: PersonAction): Status[] =>
  keysOf(personStates).flatMap(state =>
    state in personTransitions[action] ? (personStates[state] ?? []) : [],
  )
const ofUpdate = ['disable', 'enable', 'leave', 'comeBack'] as const
export const statusesAfter = (status: number): Status[] =>
  ofUpdate.flatMap(action => {
    const next = personTransitions[action][personStateOf(status)]?.administrator
    return (next && next !== 'gone' ? personStates[next] : null) ?? []
  })

export const transferStates = { open: 0, agreed: 1, refused: 2, withdrawn: 3 } as const
export type TransferState = keyof typeof transferStates
type TransferCaller = 'mainOffice' | 'branch'

/** The main office decides, and the branch that asked takes it back. */
export const transferTransitions: Transitions<
  'agree' | 'refuse' | 'withdraw',
  TransferState,
  TransferCaller
> = {
  agree: { open: leadingTo('mainOffice')('agreed') },
  refuse: { open: leadingTo('mainOffice')('refused') },
  withdraw: { open: leadingTo('branch')('withdrawn') },
}

export const isTransferAction = (action: keyof typeof transferTransitions, status: number) =>
  keysOf(transferStates).some(
    state => transferStates[state] === status && state in transferTransitions[action],
  )
