import { catalogue } from './requests/catalogue.ts'
import { ledger } from './requests/ledger.ts'
import { people } from './requests/people.ts'
import type { Requests } from './requests/request.ts'
import { service } from './requests/service.ts'
import { support } from './requests/support.ts'

const BY_FILE: Readonly<Record<string, Requests>> = { service, people, catalogue, ledger, support }

/** A request for every endpoint that does not affect the rows of other requests. */
export const REQUESTS: Requests = Object.assign({}, ...Object.values(BY_FILE))

/** The file of an endpoint's request, or the folder for one without. */
export const requestFileOf = (endpoint: string): string => {
  const name = Object.keys(BY_FILE).find((each) => endpoint in (BY_FILE[each] ?? {}))
  return `tests/server/access/requests/${name === undefined ? '' : `${name}.ts`}`
}
