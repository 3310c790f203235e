import type { Register } from './register.ts'

type Registered<K extends string> = Register extends Record<K, infer T extends string> ? T : string

/** The name of a capability. */
export type RegisteredCapability = Registered<'capability'>
/**
 * Who may make a call: everybody without signing in (`public`), every signed-in user about the firm (`signedIn`) or
 * about himself (`self`), every administrator, every lawyer, or the holders of one capability of the matrix in
 * `rights.ts`.
 */
export type Who = 'public' | 'signedIn' | 'self' | 'admin' | 'lawyer' | RegisteredCapability
/** A role that a route may require. */
export type RegisteredRole = Registered<'role'>
/** The name of a menu entry and of its switch. */
export type RegisteredMenuName = Registered<'menu'>
/** The name of a page written by hand. */
export type RegisteredPage = Registered<'page'>
/** The name of an entity that fields of other entities refer to. */
export type RegisteredReferable = Registered<'referable'>
/** The name of a set of allowed HTML tags and attributes. */
export type RegisteredMarkupSet = Registered<'markup'>
/** The name of an input and cell written by hand. */
export type RegisteredWidget = Registered<'widget'>
/** The purpose of an upload; it decides the size and type limits on the server. */
export type RegisteredUploadScene = Registered<'uploadScene'>
/** The number of a module of the log. */
export type RegisteredLogModule = Register extends Record<'logModule', infer T extends number> ? T : number
