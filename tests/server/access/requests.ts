import { catalogue } from './requests/catalogue.ts'
import { ledger } from './requests/ledger.ts'
import { people } from './requests/people.ts'
import type { Requests } from './requests/request.ts'
import { service } from './requests/service.ts'
import { support } from './requests/support.ts'

/** A request for every endpoint that does not affect the rows of other requests. */
export const REQUESTS: Requests = { ...service, ...people, ...catalogue, ...ledger, ...support }
