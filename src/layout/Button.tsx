import type { ComponentProps } from 'react'

/** Filled (one on a page), filled red, without a border, as a link; else with a border. */
type Look = 'primary' | 'danger' | 'quiet' | 'link'

/** The class names of a button, for links that look like one. */
export const buttonClass = (look?: Look) => (look ? `button button-${look}` : 'button')

type Props = Omit<ComponentProps<'button'>, 'type' | 'className'> & {
  type?: 'button' | 'submit'
  look?: Look | undefined
  /** Written in red: what it does is hard to undo. */
  isDanger?: boolean | undefined
}

/** The one button: HTML, drawn by buttons.css. */
export const Button = ({ type = 'button', look, isDanger, ...props }: Props) => (
  // eslint-disable-next-line react/button-has-type -- one of the two
  <button
    {...props}
    type={type}
    className={isDanger ? `${buttonClass(look)} is-danger` : buttonClass(look)}
  />
)
