import { catalogue } from './requests/catalogue.ts'
import { ledger } from './requests/ledger.ts'
import { people } from './requests/people.ts'
import type { Requests } from './requests/request.ts'
import { service } from './requests/service.ts'
import { support } from './requests/support.ts'

/** A harmless request for every endpoint: it serves its purpose and takes nothing away that others need. */
export const REQUESTS: Requests = { ...service, ...people, ...catalogue, ...ledger, ...support }
