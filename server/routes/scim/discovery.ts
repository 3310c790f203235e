import { coreSchema, enterpriseSchema } from './path.ts'

// What the product says about its SCIM (RFC 7643, §5 to §7): Users alone, without bulk operations and sorting.

/** The most users of one page. */
export const mostResults = 200

const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

/** A page of a list; `startIndex` counts from 1. */
export const listResponse = (
  resources: readonly unknown[],
  { total = resources.length, startIndex = 1 }: { total?: number; startIndex?: number } = {},
) => ({
  schemas: [listSchema],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

const meta = (baseUrl: string, resourceType: string, path: string) => ({
  resourceType,
  location: `${baseUrl}/${path}`,
})

const serviceProviderConfig = (baseUrl: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: mostResults },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'OAuth Bearer Token',
      description: 'An API token for SCIM, in the header Authorization',
      primary: true,
    },
  ],
  meta: meta(baseUrl, 'ServiceProviderConfig', 'ServiceProviderConfig'),
})

const userType = (baseUrl: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: 'User',
  name: 'User',
  endpoint: '/Users',
  description: 'A person of the firm',
  schema: coreSchema,
  schemaExtensions: [{ schema: enterpriseSchema, required: false }],
  meta: meta(baseUrl, 'ResourceType', 'ResourceTypes/User'),
})

type Further = Readonly<Record<string, unknown>>

const attribute = (name: string, description: string, further: Further = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...further,
})

const severalOf = (name: string, description: string) =>
  attribute(name, description, {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The value'),
      attribute('type', 'work or mobile'),
      attribute('primary', 'Whether it is the preferred one', { type: 'boolean' }),
    ],
  })

const userAttributes = [
  attribute('userName', 'The name at the identity provider', { required: true, uniqueness: 'server' }),
  attribute('name', 'The name; Chinese names are joined with the family name first', {
    type: 'complex',
    subAttributes: ['formatted', 'familyName', 'givenName'].map(name =>
      attribute(name, 'A part of the name'),
    ),
  }),
  attribute('displayName', 'The name to display'),
  attribute('userType', 'The kind of person, when a person is created'),
  attribute('active', 'False asks the firm to begin the leave wizard', { type: 'boolean' }),
  severalOf('emails', 'Mail addresses; the primary one or the one at work is kept'),
  severalOf('phoneNumbers', 'Numbers; a mainland mobile number is required to create a person'),
]

const enterpriseAttributes = [
  attribute('employeeNumber', 'The employee number'),
  attribute('department', 'The department or team'),
  attribute('organization', 'The office, by its name or number'),
]

const schemaOf = (baseUrl: string, id: string, name: string, attributes: readonly unknown[]) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id,
  name,
  description: name,
  attributes,
  meta: meta(baseUrl, 'Schema', `Schemas/${id}`),
})

/** The documents by their paths; a client reads lists of them, or one of them. */
export const discoveryDocument = (path: string, baseUrl: string): object | undefined => {
  const types = [userType(baseUrl)]
  const schemas = [
    schemaOf(baseUrl, coreSchema, 'User', userAttributes),
    schemaOf(baseUrl, enterpriseSchema, 'EnterpriseUser', enterpriseAttributes),
  ]
  if (path === 'ServiceProviderConfig') return serviceProviderConfig(baseUrl)
  if (path === 'ResourceTypes') return listResponse(types)
  if (path === 'Schemas') return listResponse(schemas)
  return (
    types.find(({ id }) => path === `ResourceTypes/${id}`) ??
    schemas.find(({ id }) => path === `Schemas/${id}`)
  )
}
