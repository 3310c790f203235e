import { timingSafeEqual } from 'node:crypto'

import { decrypt, encrypt, getSignature } from '@wecom/crypto'
import { DOMImplementation, DOMParser, type Node, XMLSerializer } from '@xmldom/xmldom'

// What 企业微信 sends to an application and reads from it: XML, encrypted by a key that both know and signed by a token
// (developer.work.weixin.qq.com/document/path/90968).

export type EnvelopeKeys = { corpId: string; token: string; key: string }
export type Signed = { signature: string; timestamp: string; nonce: string }

/** Whether 企业微信 has signed this text. */
export const hasWecomSignature = (
  { token }: EnvelopeKeys,
  { signature, timestamp, nonce }: Signed,
  text: string,
) => {
  const [given, expected] = [signature, getSignature(token, timestamp, nonce, text)].map(it =>
    Buffer.from(it),
  )
  return given!.length === expected!.length && timingSafeEqual(given!, expected!)
}

/** The decrypted text; null where another key or another corporation has encrypted it. */
export const openText = ({ corpId, key }: EnvelopeKeys, encrypted: string): string | null => {
  try {
    const { message, id } = decrypt(key, encrypted)
    return id === corpId ? message : null
  } catch {
    // Nothing else is to be read from bytes that this key has not encrypted.
    return null
  }
}

/**
 * What a body of 企业微信 holds encrypted; empty where it holds nothing. Anybody can send a body, so it is not parsed as XML
 * before its signature is known.
 */
export const encryptedIn = (body: string): string =>
  /<Encrypt>(?:<!\[CDATA\[)?([A-Za-z0-9+/=]+)/.exec(body)?.[1] ?? ''

/** The texts of the elements below the root, by their names; null where the text is no such document. */
export const elementsIn = (xml: string): Readonly<Record<string, string>> | null => {
  try {
    const { documentElement } = new DOMParser({
      onError: (_, message) => {
        throw new Error(message)
      },
    }).parseFromString(xml, 'text/xml')
    return Object.fromEntries(
      Array.from(documentElement?.childNodes ?? [], it => [it.nodeName, it.textContent ?? '']),
    )
  } catch {
    return null
  }
}

/** The elements of a document by their names: a text or a number, or further elements within. */
type Elements = { readonly [name: string]: string | number | Elements }

/** A document in the form that 企业微信 reads. */
export const xmlOf = (elements: Elements): string => {
  const document = new DOMImplementation().createDocument(null, 'xml')
  const append = (parent: Node, content: Elements) => {
    for (const [name, value] of Object.entries(content)) {
      const element = document.createElement(name)
      parent.appendChild(element)
      if (typeof value === 'object') append(element, value)
      else element.appendChild(document.createTextNode(String(value)))
    }
  }
  append(document.documentElement!, elements)
  return new XMLSerializer().serializeToString(document)
}

/** The signed and encrypted form of an answer. */
export const sealedAnswer = (
  { corpId, token, key }: EnvelopeKeys,
  { timestamp, nonce }: Pick<Signed, 'timestamp' | 'nonce'>,
  text: string,
) => {
  const encrypted = encrypt(key, text, corpId)
  return xmlOf({
    Encrypt: encrypted,
    MsgSignature: getSignature(token, timestamp, nonce, encrypted),
    TimeStamp: timestamp,
    Nonce: nonce,
  })
}
