import type { Register } from './register.ts'

type Registered<K extends string> = Register extends Record<K, infer T extends string> ? T : string

/** A right by name. */
export type RegisteredCapability = Registered<'capability'>
/**
 * Who may: nobody signed in is needed (`public`), anybody signed in, about the firm (`signedIn`) or about himself
 * (`self`), any administrator, any lawyer, or the holders of one capability of the matrix in `rights.ts`.
 */
export type Who = 'public' | 'signedIn' | 'self' | 'admin' | 'lawyer' | RegisteredCapability
/** A role that a route may ask for. */
export type RegisteredRole = Registered<'role'>
/** A menu entry, and the switch that governs it. */
export type RegisteredMenuName = Registered<'menu'>
/** A hand-written page. */
export type RegisteredPage = Registered<'page'>
/** An entity that others refer to. */
export type RegisteredReferable = Registered<'referable'>
/** What a rich text may hold, by name. */
export type RegisteredMarkupSet = Registered<'markup'>
/** An input and cell written by hand. */
export type RegisteredWidget = Registered<'widget'>
/** Where an upload belongs; decides its size and type limits on the server. */
export type RegisteredUploadScene = Registered<'uploadScene'>
/** A module of the log, by its number. */
export type RegisteredLogModule = Register extends Record<'logModule', infer T extends number> ? T : number
