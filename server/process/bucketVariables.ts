import { z } from 'zod'

import { httpUrl, secretVariable, variable, variableGroup, words } from './variables.ts'

type Names = 'BUCKET' | 'BACKUP_BUCKET' | 'LOG_FORWARD_BUCKET'

/**
 * A bucket of an S3-compatible store: its address with the prefix of every object, its name and its key. The variable
 * has `https://host/bucket`, or `https://bucket.endpoint` with virtual hosts.
 */
export const bucket = (names: Names) =>
  variableGroup({
    address: variable(`${names}_URL`, httpUrl.optional()),
    style: variable(`${names}_STYLE`, z.enum(['path', 'virtual']).default('path')),
    prefix: variable(
      `${names}_PREFIX`,
      words(
        /^[\w-]{1,60}(\/[\w-]{1,60}){0,4}$/,
        'a path within the bucket, without a slash at its ends',
      ).default(''),
    ),
    region: variable(`${names}_REGION`, z.string().default('us-east-1')),
    keyId: secretVariable(`${names}_KEY_ID`, z.string().optional()),
    secret: secretVariable(`${names}_SECRET`, z.string().optional()),
  }).transform(({ address, style, prefix, region, keyId, secret }, { issues }) => {
    const refuse = (message: string) => {
      issues.push({ code: 'custom', message, input: style })
      return z.NEVER
    }
    if (address === undefined && keyId === undefined && secret === undefined) return undefined
    if (address === undefined || keyId === undefined || secret === undefined)
      return refuse(`${names}_URL, ${names}_KEY_ID, ${names}_SECRET: 三个必须一起设置；set all three or none`)
    const { hostname, pathname } = new URL(address)
    if (style === 'virtual' && pathname !== '/')
      return refuse(
        `${names}_URL: ${names}_STYLE=virtual 时桶名在域名中，不带路径；https://bucket.endpoint, without a path`,
      )
    if (style === 'path' && pathname === '/')
      return refuse(
        `${names}_URL: 缺少桶名；https://host/bucket, or https://bucket.endpoint with ${names}_STYLE=virtual`,
      )
    const name = style === 'virtual' ? hostname.split('.')[0]! : pathname.replaceAll(/^\/|\/$/g, '')
    return { url: address.replace(/\/$/, '') + (prefix && `/${prefix}`), name, prefix, region, keyId, secret }
  })
export type Bucket = NonNullable<z.output<ReturnType<typeof bucket>>>
