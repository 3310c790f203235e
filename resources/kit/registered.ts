import type { Register } from './register.ts'

type Registered<K extends string> = Register extends Record<K, infer T extends string> ? T : string

/** A right by name. */
export type Capability = Registered<'capability'>
/**
 * Who may: nobody signed in is needed (`public`), anybody signed in, about the firm (`signedIn`) or about himself
 * (`self`), any administrator, any lawyer, or the holders of one capability of the matrix in `rights.ts`.
 */
export type Who = 'public' | 'signedIn' | 'self' | 'admin' | 'lawyer' | Capability
/** A role that a route may ask for. */
export type Role = Registered<'role'>
/** A menu entry, and the switch that governs it. */
export type MenuName = Registered<'menu'>
/** A hand-written page. */
export type Page = Registered<'page'>
/** What a rich text may hold, by name. */
export type MarkupSet = Registered<'markup'>
/** A drawing of an action or a menu entry. */
export type Icon = Registered<'icon'>
/** An input and cell written by hand. */
export type Widget = Registered<'widget'>
/** Where an upload belongs; decides its size and type limits on the server. */
export type UploadScene = Registered<'uploadScene'>
/** A module of the log, by its number. */
export type LogModule = Register extends Record<'logModule', infer T extends number> ? T : number
