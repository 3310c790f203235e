import type { Population } from '../../../resources/domain/role.ts'
import type { RefusedApplication } from '../../../providers/challenge.ts'
import type { SignedIn } from '../../../providers/signIn.ts'
import type { LoginOptions } from './loginOptions.ts'

/** What registration and recovery are given by the page in which they stand. */
export type Entrance = {
  options: LoginOptions
  population: Population
  /** What stands in the sign-in form. */
  account: string
  /** Of somebody who has just proved who he is, and whose registration was turned down. */
  refused: (RefusedApplication & { mobile: string }) | null
  onSigned: (signed: SignedIn) => void
  /** Back to the form: on this tab, with this account in it, and that sentence told. */
  onLeave: (to: { userType?: Population; account?: string; sentence?: string }) => void
}
export type Door = (entrance: Entrance) => HTMLElement

/** By the part of the address behind `#`: going back leaves a door, a reload stays in it. */
const doors: Readonly<Record<string, () => Promise<Door>>> = {
  '#register': () => import('./registration/registrationDoor.ts').then(it => it.registrationDoor),
  '#recover': () => import('./recovery/recoveryDoor.ts').then(it => it.recoveryDoor),
}

/** Puts the form's place at the head of what it shows, for eyes, thumbs and screen readers. */
const arriveAt = (element: HTMLElement) => {
  window.scrollTo(0, 0)
  const heading = element.querySelector('h1')
  if (heading) document.title = `${heading.textContent} - ${document.title.replace(/^.*? - /, '')}`
  heading?.focus()
}

type Options = {
  form: HTMLElement
  entrance: () => Promise<Entrance>
  onFailure: () => void
}

/** Opens what the address names in place of the form; its code is fetched then, or when the pointer comes near. */
export const setUpDoors = ({ form, entrance, onFailure }: Options) => {
  let shown: HTMLElement = form
  const show = (element: HTMLElement) => {
    if (element === shown) return
    shown.replaceWith(element)
    shown = element
    arriveAt(element)
  }
  const follow = async () => {
    const { hash } = location
    const open = doors[hash]
    if (!open) return show(form)
    const [door, given] = await Promise.all([open(), entrance()])
    if (location.hash === hash) show(door(given))
  }
  const followOrSay = () =>
    follow().catch(() => {
      location.hash = ''
      onFailure()
    })
  window.addEventListener('hashchange', () => void followOrSay())
  form.addEventListener('pointerover', ({ target }) => {
    const hash = target instanceof HTMLAnchorElement ? target.hash : ''
    doors[hash]?.().catch(() => {})
  })
  void followOrSay()
}
